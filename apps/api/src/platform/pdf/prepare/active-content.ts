/** Finds content of a PDF that does something: scripts, started programs, sent forms, embedded files, media. */
import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef } from '@libpdf/core'
import type { Resolve } from '../pages/page-geometry.ts'

const SCRIPT = 'This PDF has a script. Print it to a new PDF and upload that one.'
const ACTION =
  'This PDF has an action that starts a program, sends data or plays media. Print it to a new PDF and upload that one.'
const EMBEDDED = 'This PDF has embedded files. Print it to a new PDF and upload that one.'
const DYNAMIC_FORM = 'This PDF is a dynamic form (XFA). Print it to a new PDF and upload that one.'

const REFUSED_ACTIONS: Record<string, string> = {
  JavaScript: SCRIPT,
  ...Object.fromEntries(
    ['Launch', 'SubmitForm', 'ImportData', 'Rendition', 'Movie', 'Sound', 'GoTo3DView', 'RichMediaExecute', 'GoToE'].map(
      (action) => [action, ACTION],
    ),
  ),
}
const REFUSED_ANNOTATIONS: Record<string, string> = {
  FileAttachment: EMBEDDED,
  ...Object.fromEntries(['RichMedia', '3D', 'Screen', 'Movie', 'Sound'].map((annotation) => [annotation, ACTION])),
}

const nameAt = (dict: PdfDict, key: string, resolve: Resolve): string | undefined => {
  const value = dict.get(key, resolve)
  return value instanceof PdfName ? value.value : undefined
}

function faultOf(dict: PdfDict, resolve: Resolve): string | undefined {
  const type = nameAt(dict, 'Type', resolve)
  // The kind of a structure element may have any name.
  const action = type === 'StructElem' ? undefined : nameAt(dict, 'S', resolve)
  if (action !== undefined && Object.hasOwn(REFUSED_ACTIONS, action)) return REFUSED_ACTIONS[action]
  const subtype = nameAt(dict, 'Subtype', resolve)
  if (dict.has('Rect') && subtype !== undefined && Object.hasOwn(REFUSED_ANNOTATIONS, subtype))
    return REFUSED_ANNOTATIONS[subtype]
  if (type === 'EmbeddedFile' || dict.has('EmbeddedFiles') || (type === 'Filespec' && dict.has('EF'))) return EMBEDDED
  if (dict.has('XFA')) return DYNAMIC_FORM
  return undefined
}

/** The objects inside an object, each only once. */
function childrenOf(object: PdfObject, seen: Set<string>, resolve: Resolve): PdfObject[] {
  if (object instanceof PdfDict) return [...object].map(([, value]) => value)
  if (object instanceof PdfArray) return object.toArray()
  if (!(object instanceof PdfRef)) return []
  const key = `${object.objectNumber} ${object.generation}`
  if (seen.has(key)) return []
  seen.add(key)
  return [resolve(object)].filter((target) => target !== null)
}

/** Looks at every object that the document reaches. Returns why the PDF must be refused; undefined if it may be used. */
export function findActiveContent(pdf: PDF): string | undefined {
  const resolve: Resolve = (ref) => pdf.getObject(ref)
  const seen = new Set<string>()
  const waiting: PdfObject[] = [pdf.getCatalog()]
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    const fault = object instanceof PdfDict ? faultOf(object, resolve) : undefined
    if (fault !== undefined) return fault
    waiting.push(...childrenOf(object, seen, resolve))
  }
  return undefined
}
