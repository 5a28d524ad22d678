/** Listeners that live as long as the page. */

import { reloadOnBackForwardCache } from '#web/lib/browser/back-forward-cache.ts'
import { reloadForNewBuild } from '#web/lib/browser/reload-for-new-build.ts'

reloadOnBackForwardCache()
reloadForNewBuild()
