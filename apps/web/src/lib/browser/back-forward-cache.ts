import { reloadPage } from './load-page.ts'

/**
 * The back-forward cache of a browser restores a page with the data of the user who was logged in then. So the page is hidden
 * before it enters the cache, and reloaded when it returns.
 */
export function reloadOnBackForwardCache(page: Window = window): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) page.document.documentElement.style.visibility = 'hidden'
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reloadPage(page)
  })
}
