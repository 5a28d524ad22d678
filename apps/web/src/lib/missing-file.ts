/**
 * After an update the files of the old build are gone: the page that still asks for one loads the new build. Once: a file that the
 * new build lacks as well, or that something on the way withholds, would have the page load anew for ever; then the screen says that
 * it failed.
 */
import { storageKey } from './storage.ts'

/** Milliseconds within which a second file that is missing is no matter of an update. */
const SOON = 60_000

/** False where it happened just now, or where nothing could be kept of it. */
function notesFirst(now: number): boolean {
  try {
    const key = storageKey('file-missed')
    if (now - Number(sessionStorage.getItem(key) ?? 0) < SOON) return false
    sessionStorage.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}

export function loadNewBuild(page: Window = window): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (!notesFirst(Date.now())) return
    event.preventDefault()
    page.location.reload()
  })
}
