/** New fields and copies of fields. */
import type { FieldType, PageSize, SignerRole, SigningField } from '@vialdesk/contract/documents/signing-fields'
import { type Box, fitBox, sizeOnPage } from './geometry.ts'
import type { Fields } from './history.ts'

/** Width and height in points. */
const sizes: Record<FieldType, [number, number]> = {
  signature: [180, 44],
  initials: [72, 36],
  full_name: [160, 20],
  email: [180, 20],
  date_signed: [96, 20],
  date: [96, 20],
  text: [160, 20],
  number: [72, 20],
  checkbox: [16, 16],
  radio: [16, 16],
  dropdown: [140, 22],
  prefill: [160, 20],
}

/** What the next field of a type takes from the last one. The label names one field, so it is not carried on. */
export type Carried = Pick<SigningField, 'required'> &
  Partial<Pick<SigningField, 'options' | 'group' | 'source'>> & { size: [number, number] }

export const carriedFrom = ({ required, options, group, source, width, height }: SigningField, page: PageSize): Carried => ({
  required,
  ...(options && { options }),
  ...(group && { group }),
  ...(source && { source }),
  size: [width * page.width, height * page.height],
})

/** An id that no field has. Numbers only grow, so that an id is not used again after a removal. */
function freeId(type: FieldType, fields: Fields): string {
  const numbers = fields.map(({ id }) => Number(/_(\d{1,6})$/.exec(id)?.[1] ?? 0))
  return `${type}_${Math.max(0, ...numbers) + 1}`
}

/** `Option 3` for the third button of a group. Skips values that the group has. */
function freeValue(group: string, fields: Fields): string {
  const taken = new Set(fields.filter((field) => field.type === 'radio' && field.group === group).map(({ value }) => value))
  let number = taken.size + 1
  while (taken.has(`Option ${number}`)) number += 1
  return `Option ${number}`
}

/** The field with an id of its own. A radio button stays in its group with the next value. */
function named(field: Omit<SigningField, 'id'>, fields: Fields): SigningField {
  const own = { ...field, id: freeId(field.type, fields) }
  return field.type === 'radio' ? { ...own, value: freeValue(field.group ?? '', fields) } : own
}

function defaultsOf(type: FieldType, role: SignerRole): Partial<SigningField> {
  if (type === 'dropdown') return { options: ['Option 1', 'Option 2'] }
  if (type === 'radio') return { group: 'Choice 1' }
  if (type === 'prefill') return { source: role === 'patient' ? 'patient.name' : 'center.name' }
  return {}
}

const isSameBox = (a: Box, b: Box) => Math.abs(a.x - b.x) < 0.002 && Math.abs(a.y - b.y) < 0.002

/** Points to the right and down. */
const OFFSET = 14
const MAX_OFFSETS = 40

/** A place that no field of the same type covers exactly: fields must not hide each other. */
function freePlace(field: SigningField, size: PageSize, fields: Fields): Box {
  const others = fields.filter(({ page, type }) => page === field.page && type === field.type)
  let place = fitBox(field, size)
  for (let tries = 0; tries < MAX_OFFSETS; tries += 1) {
    const here = place
    if (!others.some((other) => isSameBox(other, here))) break
    place = fitBox({ ...here, x: here.x + OFFSET / size.width, y: here.y + OFFSET / size.height }, size)
  }
  return place
}

const overlaps = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Points between a new field and the one above it. */
const GAP = 6

/** The place itself, or the next free one below or above it. */
function findRoom(box: Box, page: number, size: PageSize, fields: Fields): Box {
  const others = fields.filter((field) => field.page === page)
  const step = box.height + GAP / size.height
  const shifts = Array.from({ length: Math.floor(1 / step) }, (_, index) => index * step)
  const free = [...shifts.map((shift) => box.y + shift), ...shifts.map((shift) => box.y - shift)].find(
    (y) => y >= 0 && y + box.height <= 1 && !others.some((other) => overlaps({ ...box, y }, other)),
  )
  return free === undefined ? box : fitBox({ ...box, y: free }, size)
}

interface Wanted {
  type: FieldType
  role: SignerRole
  page: number
  /** Of the field's center. */
  x: number
  y: number
}

export function newField(wanted: Wanted, page: PageSize, fields: Fields, carried?: Carried): SigningField {
  const { type, role } = wanted
  const { size, ...attributes } = carried ?? { size: sizes[type], required: type !== 'checkbox' }
  const width = size[0] / page.width
  const height = size[1] / page.height
  const around = { x: wanted.x - width / 2, y: wanted.y - height / 2, width, height }
  const box = findRoom(fitBox(around, page), wanted.page, page, fields)
  const field = { type, role, page: wanted.page, ...box, label: '', ...defaultsOf(type, role), ...attributes }
  return named(field, fields)
}

/** Copies of fields, in points as large as before. `place` says where on a page; undefined makes no copy there. */
function copyFields(
  copied: Fields,
  pages: readonly PageSize[],
  fields: Fields,
  pagesOf: (field: SigningField) => number[],
  place: (field: SigningField, size: PageSize, fields: Fields) => Box | undefined,
): SigningField[] {
  const copies: SigningField[] = []
  for (const field of copied) {
    for (const page of pagesOf(field)) {
      const size = pages[page - 1]
      if (!size) continue
      const all = [...fields, ...copies]
      const copy = { ...field, page, ...sizeOnPage(field, pages[field.page - 1] ?? size, size) }
      const box = place(copy, size, all)
      if (box) copies.push(named({ ...copy, ...box }, all))
    }
  }
  return copies
}

export const pasteFields = (
  copied: Fields,
  pageOf: (field: SigningField) => number,
  pages: readonly PageSize[],
  fields: Fields,
): SigningField[] => copyFields(copied, pages, fields, (field) => [pageOf(field)], freePlace)

/** Copies of fields at the same place of every other page. Pages that have such a field are left out. */
export function repeatOnPages(repeated: Fields, pages: readonly PageSize[], fields: Fields): SigningField[] {
  const others = ({ page }: SigningField) => pages.map((_, index) => index + 1).filter((other) => other !== page)
  return copyFields(repeated, pages, fields, others, (copy, size, all) => {
    const { page, type, role } = copy
    const box = fitBox(copy, size)
    const isThere = all.some((each) => each.page === page && each.type === type && each.role === role && isSameBox(each, box))
    return isThere ? undefined : box
  })
}
