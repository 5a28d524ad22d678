/**
 * A browser puts a page away as it stands when it is left, and Back brings it up again, with what it knew of whoever was signed in
 * then. So it is covered before it goes, and what comes back is loaded anew.
 */
export function neverComeBackAsItWas(page: Window = window): void {
  page.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) page.document.documentElement.style.visibility = 'hidden'
  })
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) page.location.reload()
  })
}
