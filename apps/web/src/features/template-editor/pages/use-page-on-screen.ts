import { type RefObject, useCallback, useState } from 'react'
import { scrollToPage, visiblePage } from './page-places.ts'

/** The number of the page that takes the most room on screen. */
export function usePageOnScreen(pagesRef: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1)
  const onScroll = useCallback(() => {
    const found = pagesRef.current && visiblePage(pagesRef.current)
    if (found) setPage(found.page)
  }, [pagesRef])
  const jump = (to: number) => {
    setPage(to)
    if (pagesRef.current) scrollToPage(pagesRef.current, to)
  }
  return { page, onScroll, jump }
}
