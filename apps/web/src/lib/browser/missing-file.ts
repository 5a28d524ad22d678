/**
 * Files of the web app that could not be downloaded. After an update the files of the old build are gone, so a page of an old build
 * reloads once. Otherwise the screen says so and offers to try again, because a reload without a connection would lose the page.
 */
import { askPortal } from './connection.ts'
import { portal } from './portal.ts'
import { storagePersists, tabStorage } from './storage.ts'

const LAST_RELOAD = 'file-missed'
/** Milliseconds. A second missing file within this time is not caused by an update. */
const MIN_PAUSE_MS = 60_000

const missing = new WeakSet<object>()
/** Each retry of a screen is a new attempt. A part that failed in an earlier one is downloaded again. */
let attempts = 0

export const currentAttempt = () => attempts

/** Whether the error is a file that could not be downloaded. */
export const isMissingFile = (error: unknown) => typeof error === 'object' && error !== null && missing.has(error)

function reloadOnce(page: Window): void {
  const now = Date.now()
  if (!storagePersists() || now - Number(tabStorage.get(LAST_RELOAD) ?? 0) < MIN_PAUSE_MS) return
  tabStorage.set(LAST_RELOAD, String(now))
  page.location.reload()
}

/** Some browsers never download a failed file again within one page, so a second failure reloads it, if the portal answers. */
async function reloadIfUseful(page: Window): Promise<void> {
  // The next attempt may begin before the portal answers.
  const isRetry = attempts > 0
  const answer = await askPortal()
  if (answer && (isRetry || answer.version !== portal().build_version)) reloadOnce(page)
}

/** Call it before a screen is rendered again. */
export function startAttempt(): void {
  attempts += 1
}

export function followMissingFiles(page: Window = window): void {
  page.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    // By the message of the browser, the router would know a missing file and reload the page, also without a connection.
    payload.message = `Missing file. ${payload.message}`
    void reloadIfUseful(page)
  })
}
