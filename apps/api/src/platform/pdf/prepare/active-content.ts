/** Finds content of a PDF that does something: scripts, started programs, sent forms, embedded files, media. */
import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { ownValue } from '@vialdesk/contract/base/own-value'
import type { Resolve } from '../pages/page-geometry.ts'

const SCRIPT = 'This PDF has a script. Print it to a new PDF and upload that one.'
const ACTION =
  'This PDF has an action that starts a program, sends data or plays media. Print it to a new PDF and upload that one.'
const EMBEDDED = 'This PDF has embedded files. Print it to a new PDF and upload that one.'
const OPENING = 'This PDF does something by itself when it is opened. Print it to a new PDF and upload that one.'
const ADDRESS = 'This PDF has a link that opens no web page and no email. Print it to a new PDF and upload that one.'
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

/** All that a PDF may do without a click: show one of its own pages. */
const OPENING_ACTIONS = new Set(['GoTo', 'Named'])
/** Keys of actions. A structure element has none of them. */
const ACTION_KEYS = ['JS', 'F', 'Win', 'URI', 'Next']
/** A file says how many objects it has. More than this is no document that somebody wrote. */
const MAX_OBJECTS = 500_000

const nameAt = (dict: PdfDict, key: string, resolve: Resolve): string | undefined => {
  const value = dict.get(key, resolve)
  return value instanceof PdfName ? value.value : undefined
}

function faultOfAction(dict: PdfDict, resolve: Resolve): string | undefined {
  // The kind of a structure element may have any name.
  const isElement = nameAt(dict, 'Type', resolve) === 'StructElem' && !ACTION_KEYS.some((key) => dict.has(key))
  const action = isElement ? undefined : nameAt(dict, 'S', resolve)
  return ownValue(REFUSED_ACTIONS, action ?? '') ?? (dict.has('JS') ? SCRIPT : undefined)
}

/** Readers leave out these characters, so that they can hide the kind of an address. */
const IGNORED = /[\p{Cc}\p{Cf}\p{Z}]/gu

/** A web page, an email or a phone number; or a part of the address of this file. */
function isHarmlessAddress(value: PdfObject | undefined): boolean {
  if (!(value instanceof PdfString)) return false
  const address = value.asString().replaceAll(IGNORED, '')
  return /^(https?|mailto|tel):/i.test(address) || !/^[^/?#]*[:\\]/.test(address)
}

/** The addresses of a link, of all links (`Base`), and of a file in the web. */
function hasHarmfulAddress(dict: PdfDict, resolve: Resolve): boolean {
  const isInWeb = nameAt(dict, 'FS', resolve) === 'URL'
  const texts = ['Base', ...(isInWeb ? ['F', 'UF'] : [])].map((key) => dict.get(key, resolve))
  const link = dict.get('URI', resolve)
  // The catalog has the base in a dictionary of this name.
  if (link !== undefined && !(link instanceof PdfDict) && !isHarmlessAddress(link)) return true
  return texts.some((text) => text instanceof PdfString && !isHarmlessAddress(text))
}

function faultOf(dict: PdfDict, resolve: Resolve): string | undefined {
  const action = faultOfAction(dict, resolve)
  if (action !== undefined) return action
  if (hasHarmfulAddress(dict, resolve)) return ADDRESS
  const refused = actionsOnOpening(dict, resolve).find((each) => !OPENING_ACTIONS.has(nameAt(each, 'S', resolve) ?? ''))
  if (refused) return faultOfAction(refused, resolve) ?? OPENING
  const type = nameAt(dict, 'Type', resolve)
  const subtype = nameAt(dict, 'Subtype', resolve)
  const annotation = dict.has('Rect') ? ownValue(REFUSED_ANNOTATIONS, subtype ?? '') : undefined
  if (annotation !== undefined) return annotation
  if (type === 'EmbeddedFile' || dict.has('EmbeddedFiles') || dict.has('EF')) return EMBEDDED
  // The data of the stream are in another file, which the reader would fetch.
  if (dict instanceof PdfStream && dict.has('F')) return OPENING
  if (dict.has('XFA')) return DYNAMIC_FORM
  return undefined
}

/** The actions that run without a click: when the file or a page is opened, or a field is shown or left. */
function actionsOnOpening(dict: PdfDict, resolve: Resolve): PdfDict[] {
  const events = dict.get('AA', resolve)
  const waiting = [dict.get('OpenAction', resolve), ...(events instanceof PdfDict ? [...events].map(([, value]) => value) : [])]
  const actions = new Set<PdfDict>()
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    const target = value instanceof PdfRef ? resolve(value) : value
    // A destination is an array of another kind: its first item is a page.
    if (target instanceof PdfArray) waiting.push(...target.toArray().filter((item) => isAction(item, resolve)))
    if (!(target instanceof PdfDict) || actions.has(target) || isPage(target, resolve)) continue
    actions.add(target)
    waiting.push(target.get('Next', resolve))
  }
  return [...actions]
}

/** An object with a kind of action is an action, even if it says that it is a page. */
const isPage = (target: PdfDict, resolve: Resolve): boolean => nameAt(target, 'Type', resolve) === 'Page' && !target.has('S')

const isAction = (item: PdfObject, resolve: Resolve): boolean => {
  const target = item instanceof PdfRef ? resolve(item) : item
  return target instanceof PdfDict && target.has('S')
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

/** The numbers of all objects of the file, also of those that the document does not reach: another reader might. */
function* allRefs({ context }: PDF): Generator<PdfRef> {
  const end = Math.min(context.registry.nextObjectNumber, MAX_OBJECTS)
  for (let number = 1; number < end; number++) yield PdfRef.of(number)
}

/** Looks at every object of the file. Returns why the PDF must be refused; undefined if it may be used. */
export function findActiveContent(pdf: PDF): string | undefined {
  const resolve: Resolve = (ref) => pdf.getObject(ref)
  const seen = new Set<string>()
  const reached = faultWithin(pdf.getCatalog(), seen, resolve)
  if (reached !== undefined) return reached
  for (const ref of allRefs(pdf)) {
    const fault = faultWithin(ref, seen, (each) => orNull(() => resolve(each)))
    if (fault !== undefined) return fault
  }
  return undefined
}

/** An object that the document does not reach may be damaged. */
function orNull(find: () => PdfObject | null): PdfObject | null {
  try {
    return find()
  } catch {
    return null
  }
}

function faultWithin(start: PdfObject, seen: Set<string>, resolve: Resolve): string | undefined {
  const waiting: PdfObject[] = [start]
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    const fault = object instanceof PdfDict ? faultOf(object, resolve) : undefined
    if (fault !== undefined) return fault
    waiting.push(...childrenOf(object, seen, resolve))
  }
  return undefined
}
