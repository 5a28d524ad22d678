/**
 * After an update the files of the old build are gone: the page that still asks for one loads the new build. Once: a file that the
 * new build lacks as well, or that something on the way withholds, would have the page load anew for ever; then the screen says that
 * it failed.
 */
import { storagePersists, tabStorage } from './storage.ts'

const NAME = 'file-missed'
/** Milliseconds within which a second file that is missing is no matter of an update. */
const SOON = 60_000

export function loadNewBuild(page: Window = window): void {
  page.addEventListener('vite:preloadError', (event) => {
    const now = Date.now()
    if (!storagePersists() || now - Number(tabStorage.get(NAME) ?? 0) < SOON) return
    tabStorage.set(NAME, String(now))
    event.preventDefault()
    page.location.reload()
  })
}
