/** What a page minds from its first picture to its end. */
import { loadNewBuild } from '#web/lib/missing-file.ts'
import { neverComeBackAsItWas } from '#web/lib/returned.ts'

neverComeBackAsItWas()
loadNewBuild()
