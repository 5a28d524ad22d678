import { useElementSize, useInViewport } from '@mantine/hooks'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './pdf.module.css'
import { pdfjs, type ShownPage } from './use-pdf.ts'

/** More pixels are not sharper, and phones have little memory. */
const MAX_PIXEL_RATIO = 2
const MAX_CANVAS_PIXELS = 12_000_000

interface Props {
  shown: ShownPage
  /** The width on screen, in CSS pixels. */
  width: number
  /** Lies over the page, with the same size: positions in it are percentages. */
  children?: ReactNode
  /** Called when the page has been drawn for the first time. */
  onDrawn?: ((number: number) => void) | undefined
}

/** One page, drawn when it comes near the window. The text of the page can be selected and read aloud. */
export function PdfPage({ shown, width, children, onDrawn }: Props) {
  const { ref, inViewport } = useInViewport()
  const [seen, setSeen] = useState(shown.number === 1)
  useEffect(() => {
    if (inViewport) setSeen(true)
  }, [inViewport])
  const scale = width / shown.width
  return (
    <section
      ref={ref}
      className={classes.page}
      style={{ width, height: shown.height * scale }}
      aria-label={`Page ${shown.number}`}
      data-page={shown.number}
    >
      {seen && <DrawnPage shown={shown} scale={scale} onDrawn={onDrawn} />}
      {children && <div className={classes.overlay}>{children}</div>}
    </section>
  )
}

function DrawnPage({ shown, scale, onDrawn }: { shown: ShownPage; scale: number; onDrawn: Props['onDrawn'] }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const drawn = useEffectEvent(() => onDrawn?.(shown.number))
  useEffect(() => {
    const target = canvas.current
    const layer = text.current
    if (!target || !layer) return
    const viewport = shown.page.getViewport({ scale })
    const ratio = Math.min(
      window.devicePixelRatio || 1,
      MAX_PIXEL_RATIO,
      Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height)),
    )
    target.width = Math.floor(viewport.width * ratio)
    target.height = Math.floor(viewport.height * ratio)
    const rendering = shown.page.render({ canvas: target, viewport, transform: [ratio, 0, 0, ratio, 0, 0] })
    let stopText = () => {}
    rendering.promise
      .then(async () => {
        drawn()
        const { TextLayer } = await pdfjs()
        layer.replaceChildren()
        const words = new TextLayer({ textContentSource: shown.page.streamTextContent(), container: layer, viewport })
        stopText = () => words.cancel()
        await words.render()
      })
      // A new size cancels the drawing of the old one.
      .catch(() => {})
    return () => {
      rendering.cancel()
      stopText()
    }
  }, [shown, scale])
  return (
    <>
      <canvas ref={canvas} className={classes.canvas} />
      <div
        ref={text}
        className={classes.text}
        style={{ '--total-scale-factor': scale, '--scale-round-x': '1px', '--scale-round-y': '1px' } as React.CSSProperties}
      />
    </>
  )
}

/** CSS pixels. Wider pages are harder to read. */
const MAX_WIDTH = 900

interface PagesProps {
  pages: readonly ShownPage[]
  /** 1 fits the width of the screen. */
  zoom?: number
  /** Lies over the page; positions in it are percentages of the page. */
  overlay?: (page: ShownPage, width: number) => ReactNode
  onDrawn?: (number: number) => void
}

/** The pages of a PDF below each other, as wide as there is room. */
export function PdfPages({ pages, zoom = 1, overlay, onDrawn }: PagesProps) {
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
