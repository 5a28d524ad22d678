import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ScrollPlace } from '../plain-table.tsx'

/** Up to this number of columns, the style sheet keeps the table head visible during scrolling. */
const MAX_STICKY_HEAD_COLUMNS = 8

/** Whether the table fits its container. One long word can make it wider. */
function useFits() {
  const place = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(true)
  useEffect(() => {
    const table = place.current?.querySelector('table')
    if (!(place.current && table)) return
    const { current } = place
    const watch = new ResizeObserver(() => setFits(table.offsetWidth <= current.clientWidth))
    watch.observe(current)
    watch.observe(table)
    return () => watch.disconnect()
  }, [])
  return { place, fits }
}

/** The place of a list's table. */
export function TableScroll({ columns, children }: { columns: number; children: ReactNode }) {
  const { place, fits } = useFits()
  return (
    <ScrollPlace ref={place} minWidth={Math.max(560, columns * 115)} roomy={columns <= MAX_STICKY_HEAD_COLUMNS && fits}>
      {children}
    </ScrollPlace>
  )
}
