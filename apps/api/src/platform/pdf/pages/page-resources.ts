/**
 * Drawing on a page changes its resources. libpdf forgets those that a page inherits, and pages may share theirs: each page
 * gets its own before anything is drawn.
 */
import { type PDF, type PDFPage, PdfDict } from '@libpdf/core'
import { inherited, type Resolve } from './page-geometry.ts'

const INHERITED = ['MediaBox', 'CropBox', 'Rotate']
const GROUPS = ['XObject', 'Font', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties']

export function separateResources({ dict }: PDFPage, resolve: Resolve): void {
  for (const name of INHERITED) {
    const value = inherited(dict, name, resolve)
    if (value !== undefined) dict.set(name, value)
  }
  const shared = inherited(dict, 'Resources', resolve)
  const resources = shared instanceof PdfDict ? shared.clone() : new PdfDict()
  for (const name of GROUPS) {
    const group = resources.getDict(name, resolve)
    if (group) resources.set(name, group.clone())
  }
  dict.set('Resources', resources)
}

/** Adds a font dictionary that libpdf does not know to a page, and returns its name. */
export function addFont(pdf: PDF, page: PDFPage, name: string, font: () => PdfDict): string {
  const resources = page.getResources()
  const fonts = resources.getDict('Font', (ref) => pdf.getObject(ref)) ?? new PdfDict()
  if (!fonts.has(name)) fonts.set(name, pdf.context.register(font()))
  resources.set('Font', fonts)
  return name
}
