/**
 * Runs work that may move the page, such as showing an error below a field, without taking a click away. A press on a button leaves the
 * field first: if the button moved before the press is released, the click would miss it.
 */
let isPressed = false
const waiting: (() => void)[] = []

function runWaiting(): void {
  isPressed = false
  for (const work of waiting.splice(0)) work()
}

window.addEventListener('mousedown', () => (isPressed = true), true)
// The click comes directly after the release.
window.addEventListener('mouseup', () => setTimeout(runWaiting), true)
// The release is not reported when it happens in another window.
window.addEventListener('blur', runWaiting)

/** Runs the work at once, or after the click that is under way. */
export function afterClick(work: () => void): void {
  if (isPressed) waiting.push(work)
  else work()
}
