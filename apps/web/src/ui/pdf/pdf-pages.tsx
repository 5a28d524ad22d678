import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './pdf.module.css'
import { PdfPage } from './pdf-page.tsx'
import type { ShownPage } from './use-pdf.ts'

/** CSS pixels. Wider pages are harder to read. */
const MAX_WIDTH = 900

interface Props {
  pages: readonly ShownPage[]
  /** 1 fits the width of the screen. */
  zoom?: number
  /** Lies over the page; positions in it are percentages of the page. */
  overlay?: (page: ShownPage, width: number) => ReactNode
  onDrawn?: (number: number) => void
}

/** The pages of a PDF below each other, as wide as there is room. */
export function PdfPages({ pages, zoom = 1, overlay, onDrawn }: Props) {
  const { ref, width: room } = useElementSize()
  const width = Math.floor(Math.min(room, MAX_WIDTH) * zoom)
  return (
    <div ref={ref} className={classes.pages}>
      {width > 0 &&
        pages.map((shown) => (
          <PdfPage key={shown.number} shown={shown} width={width} onDrawn={onDrawn}>
            {overlay?.(shown, width)}
          </PdfPage>
        ))}
    </div>
  )
}
