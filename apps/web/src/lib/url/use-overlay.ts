import { useChangeUrlSearch, useUrlSearch } from './use-url-search.ts'

/**
 * Opens an overlay, such as a drawer, through the URL: the link can be shared, and Back closes the overlay. The list
 * below stays on its page.
 */
export function useOverlay<Part extends object>() {
  const change = useChangeUrlSearch()
  return {
    shown: useUrlSearch<Part>(),
    open: (part: Part) => change(part, { replace: false }),
    /** Changes an open overlay without a new entry in the history. */
    update: (part: Part) => change(part, { replace: true }),
    close: (...keys: (keyof Part & string)[]) =>
      change(Object.fromEntries(keys.map((key) => [key, undefined])), { replace: true }),
  }
}
