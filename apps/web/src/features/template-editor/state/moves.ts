/** Moves and resizes selected fields, by pointer and by keys. */
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { type EditorState, selectedFields } from './editor-state.ts'
import { nameOfAll, placeOf, sizeOf } from './field-text.ts'
import {
  boundsOf,
  type Corner,
  fitBox,
  type Guide,
  limitShift,
  moveCorner,
  sizeOnPage,
  snap,
  type Tolerance,
} from './geometry.ts'
import { type Fields, fieldsBefore } from './history.ts'

/** A pointer moves a field or a corner. Without a tolerance nothing snaps. */
export interface Pointed {
  /** One name for a whole gesture. */
  step: string
  id: string
  x: number
  y: number
  tolerance?: Tolerance | undefined
}

export interface Dragged {
  fields: SigningField[]
  guides: Guide[]
  page: number
}

const nothing: Dragged = { fields: [], guides: [], page: 0 }

/** Shifts fields together; none leaves its page. */
function shiftAll(fields: Fields, dx: number, dy: number, pages: EditorState['pages']): SigningField[] {
  const shift = limitShift(fields, dx, dy)
  return fields.map((field) => {
    const page = pages[field.page - 1]
    const moved = { ...field, x: field.x + shift.dx, y: field.y + shift.dy }
    return page ? { ...moved, ...fitBox(moved, page) } : field
  })
}

/**
 * All selected fields follow the dragged one. The positions are computed from those before the gesture, so that snapping
 * does not accumulate. A single field may go to another page.
 */
export function drag(state: EditorState, { step, id, page, x, y, tolerance }: Pointed & { page: number }): Dragged {
  const current = state.history.fields
  // A field that the gesture itself added was not there before.
  const before = new Map(fieldsBefore(state.history, step).map((field) => [field.id, field]))
  const own = current.filter((field) => field.id === id || state.selected.includes(field.id))
  const start = own.map((field) => before.get(field.id) ?? field)
  const main = start.find((field) => field.id === id)
  const from = state.pages[(main?.page ?? 0) - 1]
  const to = state.pages[page - 1]
  if (!main || !from || !to) return nothing
  if (start.length > 1 && page !== main.page) return nothing
  const placed = start.map((field) => (field === main ? { ...field, page, ...sizeOnPage(field, from, to) } : field))
  const shifted = shiftAll(placed, x - main.x, y - main.y, state.pages)
  const others = current.filter((field) => field.page === page && !own.includes(field))
  const { dx, dy, guides } = snap(boundsOf(shifted.filter((field) => field.page === page)), others, tolerance)
  return { fields: shiftAll(shifted, dx, dy, state.pages), guides, page }
}

export function dragCorner(state: EditorState, { step, id, corner, x, y, tolerance }: Pointed & { corner: Corner }): Dragged {
  const field = fieldsBefore(state.history, step).find((each) => each.id === id)
  const page = state.pages[(field?.page ?? 0) - 1]
  if (!field || !page) return nothing
  const others = state.history.fields.filter((each) => each.page === field.page && each.id !== id)
  const { dx, dy, guides } = snap({ x, y, width: 0, height: 0 }, others, tolerance)
  return { fields: [{ ...field, ...moveCorner(field, corner, { x: x + dx, y: y + dy }, page) }], guides, page: field.page }
}

export interface Moved {
  fields: SigningField[]
  text: string
}

const describe = (fields: SigningField[], words: (field: SigningField) => string): string => {
  const [field] = fields
  return fields.length === 1 && field ? words(field) : `${nameOfAll(fields)} changed.`
}

/** The points are fractions of the first field's page, so that fields of several pages stay aligned. */
export function nudge(state: EditorState, dx: number, dy: number): Moved {
  const selected = selectedFields(state)
  const page = state.pages[(selected[0]?.page ?? 0) - 1]
  if (!page) return { fields: [], text: 'No field is selected.' }
  const fields = shiftAll(selected, dx / page.width, dy / page.height, state.pages)
  return { fields, text: describe(fields, placeOf) }
}

export function grow(state: EditorState, dx: number, dy: number): Moved {
  const fields = selectedFields(state).map((field) => {
    const page = state.pages[field.page - 1]
    if (!page) return field
    const corner = { x: field.x + field.width + dx / page.width, y: field.y + field.height + dy / page.height }
    return { ...field, ...moveCorner(field, 'se', corner, page) }
  })
  return { fields, text: describe(fields, sizeOf) }
}
