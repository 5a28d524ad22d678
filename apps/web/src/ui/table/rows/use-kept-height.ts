import { type RefObject, useCallback } from 'react'

/**
 * Keeps the height that a table has when a filter gets the focus. A search that finds less would else make the page shorter than the
 * window is scrolled, and the browser would move the search box under the finger or the pointer. The height of the window is enough for
 * that.
 */
export function useKeptHeight(frame: RefObject<HTMLElement | null>): () => void {
  return useCallback(() => {
    const { current } = frame
    if (!current) return
    current.style.minHeight = ''
    current.style.minHeight = `${Math.min(current.offsetHeight, window.innerHeight)}px`
  }, [frame])
}
