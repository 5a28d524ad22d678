/** Listeners that live as long as the page. Those of the portal are in portal.tsx. */
import { reloadOnBackForwardCache } from '#web/lib/browser/back-forward-cache.ts'
import { followConnection } from '#web/lib/browser/connection.ts'
import { followMissingFiles } from '#web/lib/browser/missing-file.ts'

export function addPageListeners(): void {
  followConnection()
  followMissingFiles()
  // After the connection: a restored page asks for it.
  reloadOnBackForwardCache()
}
