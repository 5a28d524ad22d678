import { useNavigate } from '@tanstack/react-router'

/**
 * Opens what lies over a screen, such as a drawer, by the address: it can be sent to someone, and Back closes it. The
 * list below stays on its page.
 */
export function useOverlay<Part extends object>() {
  const navigate = useNavigate()
  const go = (part: object, replace: boolean) =>
    void navigate({ to: '.', search: ((now: object) => ({ ...now, ...part })) as never, replace, resetScroll: false })
  return {
    open: (part: Part) => go(part, false),
    /** Changes what is open already: no step in the history of its own. */
    turn: (part: Part) => go(part, true),
    close: (...keys: (keyof Part & string)[]) => go(Object.fromEntries(keys.map((key) => [key, undefined])), true),
  }
}
