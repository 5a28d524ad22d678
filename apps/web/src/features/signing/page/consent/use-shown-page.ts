import { useCallback, useEffect, useRef, useState } from 'react'

/** Part of the document's first screenful that must have been in view. */
const SHOWN = 0.15

/** Whether the first page was drawn and in view: the signer could open the document. Until then, `button` shows it. */
export function useShownPage() {
  const section = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [isShown, setShown] = useState(false)
  const onDrawn = useCallback((page: number) => {
    if (page === 1) setDrawn(true)
  }, [])
  const focusTitle = useCallback(() => section.current?.querySelector('h2')?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const page = section.current?.querySelector('[data-page="1"]')
    if (!isDrawn || !page) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        // The button disappears, and must not leave the focus to the one in its place.
        if (document.activeElement === button.current) focusTitle()
        setShown(true)
      },
      { threshold: SHOWN },
    )
    watch.observe(page)
    return () => watch.disconnect()
  }, [isDrawn, focusTitle])
  const show = () => {
    section.current?.scrollIntoView({ block: 'start' })
    focusTitle()
  }
  return { section, button, isShown, onDrawn, show }
}
