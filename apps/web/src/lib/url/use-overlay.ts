import { useChangeUrlSearch, useUrlSearch } from './use-url-search.ts'

const keysOf = <Part extends object>(part: Part) => Object.keys(part) as (keyof Part)[]

/**
 * Opens an overlay, such as a drawer, through the URL: the link can be shared, and Back closes the overlay. The list
 * below stays on its page.
 */
export function useOverlay<Part extends object>() {
  const change = useChangeUrlSearch()
  const shown = useUrlSearch<Part>()
  return {
    shown,
    /** From one opened record to the next one, the history gets no entry: Back closes the overlay. */
    open: (part: Part) => change(part, { replace: keysOf(part).some((key) => shown[key] !== undefined) }),
    /** Changes an open overlay without a new entry in the history. */
    update: (part: Part) => change(part, { replace: true }),
    close: (...keys: (keyof Part & string)[]) =>
      change(Object.fromEntries(keys.map((key) => [key, undefined])), { replace: true }),
  }
}
