/**
 * After an update the files of the old build are gone. A page that needs one of them reloads once to get the new build. If the
 * file is still missing, the screen shows the error: another reload would loop.
 */
import { storagePersists, tabStorage } from './storage.ts'

const LAST_RELOAD = 'file-missed'
/** Milliseconds. A second missing file within this time is not caused by an update. */
const MIN_PAUSE_MS = 60_000

export function reloadForNewBuild(page: Window = window): void {
  page.addEventListener('vite:preloadError', (event) => {
    const now = Date.now()
    if (!storagePersists() || now - Number(tabStorage.get(LAST_RELOAD) ?? 0) < MIN_PAUSE_MS) return
    tabStorage.set(LAST_RELOAD, String(now))
    event.preventDefault()
    page.location.reload()
  })
}
