/** Listeners that live as long as the page. */

import { queryClient } from '#web/lib/api/query-client.ts'
import { reloadOnBackForwardCache } from '#web/lib/browser/back-forward-cache.ts'
import { connectionIsLost, followConnection, onConnectionChange } from '#web/lib/browser/connection.ts'
import { followMissingFiles } from '#web/lib/browser/missing-file.ts'
import { focusHeadings } from './focus-headings.ts'

export function addPageListeners(): void {
  followConnection()
  followMissingFiles()
  // After the connection: a restored page asks for it.
  reloadOnBackForwardCache()
  focusHeadings()
  onConnectionChange(() => {
    // Failed lists load, and old ones are brought up to date.
    if (!connectionIsLost()) void queryClient.invalidateQueries()
  })
}
