/** Moves and resizes selected fields, by pointer and by keys. */
import type { SigningField } from '@vialdesk/contract/signing-fields'
import type { EditorAction, EditorState } from './editor-state.ts'
import { selectedFields } from './editor-state.ts'
import { nameOfAll, placeOf, sizeOf } from './field-text.ts'
import { boundsOf, fitBox, limitShift, moveCorner, sizeOnPage } from './geometry.ts'
import { type Fields, fieldsBefore } from './history.ts'
import { type Guide, snapCorner, snapMove } from './snapping.ts'

type Dragged = { fields: SigningField[]; guides: Guide[]; page: number }
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
export function drag(state: EditorState, action: Extract<EditorAction, { type: 'drag' }>): Dragged {
  const { step, id, tolerance } = action
  const current = state.history.fields
  // A field that the gesture itself added was not there before.
  const before = new Map(fieldsBefore(state.history, step).map((field) => [field.id, field]))
  const own = current.filter((field) => field.id === id || state.selected.includes(field.id))
  const start = own.map((field) => before.get(field.id) ?? field)
  const main = start.find((field) => field.id === id)
  const from = state.pages[(main?.page ?? 0) - 1]
  if (!main || !from) return nothing
  if (start.length > 1 && action.page !== main.page) return nothing
  const pageNumber = action.page
  const to = state.pages[pageNumber - 1]
  if (!to) return nothing
  const placed = start.map((field) => (field === main ? { ...field, page: pageNumber, ...sizeOnPage(field, from, to) } : field))
  const shifted = shiftAll(placed, action.x - main.x, action.y - main.y, state.pages)
  const others = current.filter((field) => field.page === pageNumber && !own.includes(field))
  if (!tolerance) return { fields: shifted, guides: [], page: pageNumber }
  const snap = snapMove(boundsOf(shifted.filter((field) => field.page === pageNumber)), others, tolerance)
  return { fields: shiftAll(shifted, snap.dx, snap.dy, state.pages), guides: snap.guides, page: pageNumber }
}

export function dragCorner(state: EditorState, action: Extract<EditorAction, { type: 'dragCorner' }>): Dragged {
  const { id, corner, x, y, tolerance, step } = action
  const field = fieldsBefore(state.history, step).find((each) => each.id === id)
  const page = state.pages[(field?.page ?? 0) - 1]
  if (!field || !page) return nothing
  const others = state.history.fields.filter((each) => each.page === field.page && each.id !== id)
  const point = tolerance ? snapCorner({ x, y }, others, tolerance) : { x, y, guides: [] }
  return { fields: [{ ...field, ...moveCorner(field, corner, point, page) }], guides: point.guides, page: field.page }
}

interface Nudged {
  fields: SigningField[]
  text: string
}

const describe = (fields: SigningField[], words: (field: SigningField) => string): string => {
  const [field] = fields
  return fields.length === 1 && field ? words(field) : `${nameOfAll(fields)} changed.`
}

/** The points are fractions of the first field's page, so that fields of several pages stay aligned. */
export function nudge(state: EditorState, dx: number, dy: number): Nudged {
  const selected = selectedFields(state)
  const page = state.pages[(selected[0]?.page ?? 0) - 1]
  if (!page) return { fields: [], text: 'No field is selected.' }
  const fields = shiftAll(selected, dx / page.width, dy / page.height, state.pages)
  return { fields, text: describe(fields, placeOf) }
}

export function grow(state: EditorState, dx: number, dy: number): Nudged {
  const fields = selectedFields(state).map((field) => {
    const page = state.pages[field.page - 1]
    if (!page) return field
    const corner = { x: field.x + field.width + dx / page.width, y: field.y + field.height + dy / page.height }
    return { ...field, ...moveCorner(field, 'se', corner, page) }
  })
  return { fields, text: describe(fields, sizeOf) }
}
