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

/** Milliseconds that a screen may take to show its heading, and between two looks. */
const HEADING_WAIT = 3000
const LOOK_EVERY = 50

function focusHeading(rest: number): void {
  const heading = document.querySelector<HTMLElement>('#content h1')
  // The dialog that opened the screen is closing, or the address opened a form, which keeps the focus.
  const isInDialog = document.activeElement?.closest('[role="dialog"]') != null
  if (heading && !isInDialog) {
    heading.setAttribute('tabindex', '-1')
    heading.focus({ preventScroll: true })
  } else if (rest > 0) {
    setTimeout(() => focusHeading(rest - LOOK_EVERY), LOOK_EVERY)
  }
}
