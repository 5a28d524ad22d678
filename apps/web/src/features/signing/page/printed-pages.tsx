import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePdf } from '#web/ui/pdf/use-pdf.ts'
import classes from './printed-pages.module.css'

interface Props {
  bytes: Uint8Array
  label: string
  onDone: () => void
}

/** Dots per inch on paper, and points per inch in a PDF. */
const DPI = 150
const POINTS = 72

/** Draws every page and opens the print dialog of the browser. */
export function PrintedPages({ bytes, label, onDone }: Props) {
  const opened = usePdf(bytes)
  const [pictures, setPictures] = useState<string[]>()
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (opened.status === 'failed') done.current()
    if (opened.status !== 'opened') return
    let gone = false
    const draw = async () => {
      const drawn: string[] = []
      for (const { page } of opened.pages) {
        const viewport = page.getViewport({ scale: DPI / POINTS })
        const canvas = document.createElement('canvas')
        canvas.width = viewport.width
        canvas.height = viewport.height
        await page.render({ canvas, viewport }).promise
        drawn.push(canvas.toDataURL('image/jpeg', 0.9))
      }
      if (!gone) setPictures(drawn)
    }
    draw().catch(() => done.current())
    return () => {
      gone = true
    }
  }, [opened])
  useEffect(() => {
    if (!pictures) return
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-printed]')]
    void Promise.all(images.map((image) => image.decode().catch(() => {}))).then(() => {
      window.print()
      done.current()
    })
  }, [pictures])
  return createPortal(
    <div className={classes.printed} data-print-alone aria-hidden>
      {pictures?.map((picture, index) => (
        <img key={picture} src={picture} alt={`${label}, page ${index + 1}`} data-printed />
      ))}
    </div>,
    document.body,
  )
}
