/** Focuses the page's content if the focused element is gone. Keyboard users would otherwise start at the top. */
export function focusPageIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}

/** Focuses the heading of the screen that is opened next, as soon as it is there: a key opened the screen, and reading goes on there. */
export function focusHeadingOfNextScreen(router: { subscribe: (event: 'onResolved', then: () => void) => () => void }): void {
  const stop = router.subscribe('onResolved', () => {
    stop()
    focusHeading(HEADING_WAIT)
  })
}

/** Milliseconds that a screen may take to show its heading. */
const HEADING_WAIT = 5000

function focusHeading(rest: number): void {
  const heading = document.querySelector<HTMLElement>('#content h1')
  // A form that the address opened has the focus already.
  if (document.activeElement?.closest('[role="dialog"]')) return
  if (!heading && rest > 0) {
    setTimeout(() => focusHeading(rest - 100), 100)
    return
  }
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
