/** Focuses the page's content if the focused element is gone. Keyboard users would otherwise start at the top. */
export function focusPageIfLost(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true })
}
