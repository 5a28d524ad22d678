/**
 * After a navigation within the portal the focus moves to the heading of the new screen, as it would at a page load: screen readers read
 * it, and the next Tab enters the screen.
 */
import { router } from './router.tsx'

/** Milliseconds. A heading that appears later, for example after a question, does not take the focus. */
const PATIENCE_MS = 10_000

const heading = () => document.querySelector<HTMLElement>('main h1')
const dialogs = () => [...document.querySelectorAll('[aria-modal="true"]')]

/** Whether no element has the focus: a closed dialog may have given it to the whole content. */
const isLost = (focused: Element | null) => focused === null || focused === document.body || focused.id === 'content'

/** The new screen may focus an element of its own, such as its first field. */
const isChosen = (focused: Element | null) => !isLost(focused) && focused?.closest('main, [aria-modal="true"]') !== null

let stopEarlier: (() => void) | undefined

/** Waits for the heading. A dialog that was open before, such as the command palette, first gives back the focus. */
function focusWhenReady(leaving: Element[]): void {
  stopEarlier?.()
  const tryNow = () => {
    if (leaving.some((dialog) => dialog.isConnected)) return
    const found = heading()
    if (!found || found === document.activeElement) return
    if (dialogs().length > 0) return stop()
    if (!isChosen(document.activeElement)) {
      found.tabIndex = -1
      found.focus({ preventScroll: true })
    }
  }
  const observer = new MutationObserver(tryNow)
  const timer = setTimeout(() => stop(), PATIENCE_MS)
  // The user goes on by themselves.
  const inputs = ['pointerdown', 'keydown'] as const
  function stop(): void {
    observer.disconnect()
    clearTimeout(timer)
    for (const input of inputs) removeEventListener(input, stop, true)
  }
  for (const input of inputs) addEventListener(input, stop, true)
  observer.observe(document.body, { childList: true, subtree: true })
  stopEarlier = stop
  tryNow()
}

/** For a screen that replaces the login page. */
export const focusNextHeading = () => focusWhenReady([])

export function focusHeadings(): void {
  let leaving: Element[] = []
  router.subscribe('onBeforeNavigate', () => {
    leaving = dialogs()
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) focusWhenReady(leaving)
  })
}
