/** Opens PDFs with pdf.js, which loads on the first use. Everything comes from our own origin. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'

declare const __PDFJS_FOLDER__: string

/** The build for older browsers: patients sign on the devices that they have. */
async function loadPdfjs() {
  const [pdfjs, worker] = await Promise.all([
    import('pdfjs-dist/legacy/build/pdf.min.mjs'),
    import('pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'),
  ])
  pdfjs.GlobalWorkerOptions.workerSrc = worker.default
  return pdfjs
}

let loading: ReturnType<typeof loadPdfjs> | undefined

/** A failed load is tried again at the next call. */
export function pdfjs(): ReturnType<typeof loadPdfjs> {
  loading ??= loadPdfjs().catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Throws if the bytes are no readable PDF. The caller must destroy the document's `loadingTask`. */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await pdfjs()
  return getDocument({
    // pdf.js hands the buffer to its worker, after which it is empty here.
    data: bytes.slice(),
    cMapUrl: `${__PDFJS_FOLDER__}cmaps/`,
    standardFontDataUrl: `${__PDFJS_FOLDER__}standard_fonts/`,
    iccUrl: `${__PDFJS_FOLDER__}iccs/`,
    wasmUrl: `${__PDFJS_FOLDER__}wasm/`,
    useWasm: false,
    enableXfa: false,
  }).promise
}

export interface ShownPage {
  /** Counted from 1. */
  number: number
  page: PDFPageProxy
  /** The visible page in points, turned as the reader sees it. */
  width: number
  height: number
}

type OpenedPdf = { status: 'pending' } | { status: 'failed' } | { status: 'opened'; pages: ShownPage[] }

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
        if (!gone) setOpened({ status: 'opened', pages })
      })
      .catch(() => {
        if (!gone) setOpened({ status: 'failed' })
      })
    return () => {
      gone = true
      opening.then((pdf) => pdf.loadingTask.destroy()).catch(() => {})
    }
  }, [bytes])
  return opened
}
