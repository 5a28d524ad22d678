import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { openPdf } from './open-pdf.ts'

export interface ShownPage {
  /** Counted from 1. */
  number: number
  page: PDFPageProxy
  /** The visible page in points, turned as the reader sees it. */
  width: number
  height: number
}

export type OpenedPdf =
  | { status: 'pending' }
  | { status: 'failed'; error: unknown }
  | { status: 'opened'; pdf: PDFDocumentProxy; pages: ShownPage[] }

async function readPages(pdf: PDFDocumentProxy): Promise<ShownPage[]> {
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      return { number, page, width, height }
    }),
  )
}

/** Opens the bytes of a PDF. Undefined bytes are pending. */
export function usePdf(bytes: Uint8Array | undefined): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>({ status: 'pending' })
  useEffect(() => {
    setOpened({ status: 'pending' })
    if (!bytes) return
    let gone = false
    const opening = openPdf(bytes)
    opening
      .then(async (pdf) => {
        const pages = await readPages(pdf)
        if (!gone) setOpened({ status: 'opened', pdf, pages })
      })
      .catch((error) => {
        if (!gone) setOpened({ status: 'failed', error })
      })
    return () => {
      gone = true
      opening.then((pdf) => pdf.loadingTask.destroy()).catch(() => {})
    }
  }, [bytes])
  return opened
}
