declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export { GlobalWorkerOptions, getDocument, TextLayer } from 'pdfjs-dist'
}
