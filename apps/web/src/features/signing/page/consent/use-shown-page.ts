import { useCallback, useEffect, useRef, useState } from 'react'

/** Part of the document's first screenful that must have been in view. */
const SHOWN = 0.15

/** Whether the first page was drawn and in view: the signer could open the document. */
export function useShownPage() {
  const section = useRef<HTMLElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [isShown, setShown] = useState(false)
  const onDrawn = useCallback((page: number) => {
    if (page === 1) setDrawn(true)
  }, [])
  useEffect(() => {
    const page = section.current?.querySelector('[data-page="1"]')
    if (!isDrawn || !page) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setShown(true)
      },
      { threshold: SHOWN },
    )
    watch.observe(page)
    return () => watch.disconnect()
  }, [isDrawn])
  const show = () => {
    section.current?.scrollIntoView({ block: 'start' })
    section.current?.querySelector('h2')?.focus({ preventScroll: true })
  }
  return { section, isShown, onDrawn, show }
}
