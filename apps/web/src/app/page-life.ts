/** Listeners that live as long as the page. */
import { loadNewBuild } from '#web/lib/missing-file.ts'
import { neverComeBackAsItWas } from '#web/lib/returned.ts'

neverComeBackAsItWas()
loadNewBuild()
