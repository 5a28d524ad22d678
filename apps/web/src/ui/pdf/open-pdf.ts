/** Opens PDFs with pdf.js, which loads on the first use. Everything comes from our own origin. */
import type { PDFDocumentProxy } from 'pdfjs-dist'

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
