/**
 * Makes form fields and annotations a part of the page: nothing on it can change after somebody has signed. libpdf's own
 * flattening loses inherited resources and uses the same names on pages that share their resources.
 */
import { ops, type PDF, type PDFPage, type PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream } from '@libpdf/core'
import { inherited, type Resolve } from '../pages/page-geometry.ts'
import { separateResources } from '../pages/page-resources.ts'
import { balanceState } from './balance-state.ts'

/** Flags of an annotation that is not shown: invisible, hidden, no view. */
const NOT_SHOWN = 1 | 2 | 32
/** Flag of a field. */
const READ_ONLY = 1
const INTERACTIVE = ['OpenAction', 'AA', 'AcroForm', 'OCProperties', 'Perms', 'DSS']

const numbers = (array: PdfArray | undefined, resolve: Resolve): number[] =>
  (array?.toArray() ?? [])
    .map((item) => (item instanceof PdfRef ? resolve(item) : item))
    .map((item) => (item instanceof PdfNumber ? item.value : 0))

/** What an annotation shows: its normal appearance, in the state that is chosen. */
function appearanceOf(annotation: PdfDict, resolve: Resolve): PdfStream | undefined {
  const normal = annotation.getDict('AP', resolve)?.get('N', resolve)
  if (normal instanceof PdfStream) return normal
  const state = annotation.getName('AS', resolve) ?? inherited(annotation, 'V', resolve)
  const chosen = normal instanceof PdfDict && state instanceof PdfName ? normal.get(state, resolve) : undefined
  return chosen instanceof PdfStream ? chosen : undefined
}

const isShown = (annotation: PdfDict, resolve: Resolve): boolean => {
  const flags = annotation.getNumber('F', resolve)?.value ?? 0
  return (flags & NOT_SHOWN) === 0 && !['Link', 'Popup'].includes(annotation.getName('Subtype', resolve)?.value ?? '')
}

/** Bounds of the appearance after its own matrix (ISO 32000-1, 12.5.5). */
function boundsOf(appearance: PdfStream, resolve: Resolve) {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers(appearance.getArray('BBox', resolve), resolve)
  const given = numbers(appearance.getArray('Matrix', resolve), resolve)
  const [a, b, c, d, e, f] = (given.length === 6 ? given : [1, 0, 0, 1, 0, 0]) as [number, number, number, number, number, number]
  const points = [
    [x1, y1],
    [x2, y1],
    [x2, y2],
    [x1, y2],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f])
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] as number)) as [number[], number[]]
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  return { left, bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom }
}

function drawAnnotation(page: PDFPage, pdf: PDF, annotation: PdfDict, resolve: Resolve): void {
  const appearance = appearanceOf(annotation, resolve)
  if (!appearance || !isShown(annotation, resolve)) return
  const bounds = boundsOf(appearance, resolve)
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers(annotation.getArray('Rect', resolve), resolve)
  if (bounds.width <= 0 || bounds.height <= 0 || x1 === x2 || y1 === y2) return
  const [scaleX, scaleY] = [Math.abs(x2 - x1) / bounds.width, Math.abs(y2 - y1) / bounds.height]
  appearance.set('Type', PdfName.of('XObject'))
  appearance.set('Subtype', PdfName.of('Form'))
  const ref = pdf.context.getRef(appearance) ?? pdf.context.register(appearance)
  const name = page.registerXObject({ type: 'formxobject', ref, bbox: { x: 0, y: 0, width: 0, height: 0 } })
  const [left, bottom] = [Math.min(x1, x2) - bounds.left * scaleX, Math.min(y1, y2) - bounds.bottom * scaleY]
  page.drawOperators([
    ops.pushGraphicsState(),
    ops.concatMatrix(scaleX, 0, 0, scaleY, left, bottom),
    ops.paintXObject(name),
    ops.popGraphicsState(),
  ])
}

/** Fields without an appearance get one from their values; all of them if the PDF leaves that to its reader. */
function updateAppearances(pdf: PDF): void {
  const form = pdf.getForm()?.acroForm()
  if (!form) return
  const forceRegenerate = form.needAppearances
  for (const field of form.getFields()) {
    field.needsAppearanceUpdate = forceRegenerate || field.getWidgets().some((widget) => !widget.hasNormalAppearance())
    // libpdf draws no value of a field that is read only.
    if (field.isReadOnly()) field.acroField().set('Ff', PdfNumber.of(field.flags & ~READ_ONLY))
  }
  form.updateAppearances({ forceRegenerate })
}

const annotationsOf = ({ dict }: PDFPage, resolve: Resolve): PdfDict[] =>
  (dict.getArray('Annots', resolve)?.toArray() ?? [])
    .map((entry) => (entry instanceof PdfRef ? resolve(entry) : entry))
    .filter((entry) => entry instanceof PdfDict)

/** Flattens form fields and annotations with their visible values, and removes links, layers and actions on opening. */
export function flattenPdf(pdf: PDF): void {
  const resolve: Resolve = (ref) => pdf.getObject(ref)
  updateAppearances(pdf)
  for (const page of pdf.getPages()) {
    separateResources(page, resolve)
    balanceState(page, pdf)
    for (const annotation of annotationsOf(page, resolve)) drawAnnotation(page, pdf, annotation, resolve)
    for (const name of ['Annots', 'AA']) page.dict.delete(name)
  }
  for (const name of INTERACTIVE) pdf.getCatalog().delete(name)
}
