/** Everything that can happen to the state of the editor. */
import {
  type FieldType,
  MAX_FIELDS,
  type SignerRole,
  type SigningField,
  signerRoleNames,
} from '@vialdesk/contract/documents/signing-fields'
import type { TemplateDraft } from '@vialdesk/contract/documents/templates'
import { type EditorState, openEditor, selectedFields } from './editor-state.ts'
import { byPosition, nameOf, nameOfAll, placeOf } from './field-text.ts'
import { type Box, type Corner, fitBox } from './geometry.ts'
import { cancelStep, commit, endStep, type Fields, redo, startHistory, undo } from './history.ts'
import { type Dragged, drag, dragCorner, grow, type Moved, nudge, type Pointed } from './moves.ts'
import { carriedFrom, newField, pasteFields, repeatOnPages } from './new-fields.ts'

const say = (state: EditorState, text: string): EditorState => ({ ...state, said: { text, count: state.said.count + 1 } })

/** Remembers the attributes of the changed fields for the next field of their type. */
function carryOn(state: EditorState, fields: Fields): EditorState {
  const carried = { ...state.carried }
  for (const field of fields) {
    const page = state.pages[field.page - 1]
    if (page) carried[field.type] = carriedFrom(field, page)
  }
  return { ...state, carried }
}

/** Replaces fields by changed ones with the same ids. Without a difference there is nothing to undo. */
function change(state: EditorState, changed: Fields, step?: string): EditorState {
  const byId = new Map(changed.map((field) => [field.id, field]))
  const fields = state.history.fields.map((field) => byId.get(field.id) ?? field)
  if (JSON.stringify(fields) === JSON.stringify(state.history.fields)) return state
  return carryOn({ ...state, history: commit(state.history, fields, step) }, changed)
}

function addAll(state: EditorState, added: SigningField[], text: string, step?: string): EditorState {
  const fields = [...state.history.fields, ...added]
  if (added.length === 0) return say(state, 'Nothing was added.')
  if (fields.length > MAX_FIELDS) return say(state, `Nothing was added. A template has at most ${MAX_FIELDS} fields.`)
  const history = commit(state.history, fields, step)
  return say({ ...state, history, selected: added.map(({ id }) => id), added: state.added + 1 }, text)
}

const noGuides = { page: 0, lines: [] }

/** The selection after a change that may have removed fields. */
const keepSelected = (state: EditorState): EditorState => ({
  ...state,
  guides: noGuides,
  selected: state.selected.filter((id) => state.history.fields.some((field) => field.id === id)),
})

/** Fields of pages that exist. */
const onPages = (fields: Fields, { pages }: Pick<EditorState, 'pages'>) => fields.filter(({ page }) => page <= pages.length)

type PageOf = (field: SigningField) => number

function addCopies(state: EditorState, copied: Fields, pageOf: PageOf, verb: string): EditorState {
  const added = pasteFields(copied, pageOf, state.pages, state.history.fields)
  return addAll(state, added, `${nameOfAll(added)} ${verb}.`)
}

function open(state: EditorState, draft: TemplateDraft, text?: string): EditorState {
  const { clipboard, carried, added, said, pdfVersion } = state
  const opened = { ...openEditor(draft), clipboard, carried, added, said, pdfVersion: pdfVersion + 1 }
  return text ? say(opened, text) : opened
}

/** `x` and `y` are of the field's center. */
type Place = { field: FieldType; page: number; x: number; y: number }

function add(state: EditorState, { field: type, page, x, y }: Place, role = state.role, step?: string): EditorState {
  const size = state.pages[page - 1]
  if (!size) return state
  const field = newField({ type, role, page, x, y }, size, state.history.fields, state.carried[type])
  return addAll(state, [field], `${nameOf(field)} added on page ${page}, ${placeOf(field)}.`, step)
}

const follow = (state: EditorState, step: string, { fields, guides, page }: Dragged): EditorState => ({
  ...change(state, fields, step),
  guides: { page, lines: guides },
})

const moveByKeys = (state: EditorState, name: string, { fields, text }: Moved) =>
  say(change(state, fields, `${name} ${state.selected}`), text)

/** Deltas in points. */
type Shift = { dx: number; dy: number }
export type FieldChange = Partial<Pick<SigningField, 'role' | 'required' | 'label' | 'options' | 'group' | 'value' | 'source'>>

const handlers = {
  open: (state, { draft, said }: { draft: TemplateDraft; said?: string }) => open(state, draft, said),
  /** Someone else saved a version: go on from it, with the fields of this editor. */
  rebase: (state, { draft }: { draft: TemplateDraft }) => ({
    ...open(state, draft),
    history: commit(startHistory(draft.fields), onPages(state.history.fields, draft)),
  }),
  saved: (state, { sent, draft }: { sent: Fields; draft: TemplateDraft }) => ({
    ...state,
    saved: sent,
    version: draft.version,
    versions: draft.versions,
  }),
  loadFields: (state, { fields, version }: { fields: Fields; version: number }) =>
    say(
      keepSelected({ ...state, history: commit(state.history, onPages(fields, state)) }),
      `The fields of version ${version} are loaded. Save to use them.`,
    ),
  chooseRole: (state, { role }: { role: SignerRole }) => ({ ...state, role }),
  add: (state, { role, ...place }: Place & { role?: SignerRole }) => add(state, place, role),
  select: (state, { ids }: { ids: readonly string[] }) => ({ ...state, selected: ids, history: endStep(state.history) }),
  toggleSelected: (state, { id }: { id: string }) => ({
    ...state,
    selected: state.selected.includes(id) ? state.selected.filter((each) => each !== id) : [...state.selected, id],
    history: endStep(state.history),
  }),
  /** `x` and `y` are of the field's upper left corner. */
  drag: (state, action: Pointed & { page: number }) => follow(state, action.step, drag(state, action)),
  dragCorner: (state, action: Pointed & { corner: Corner }) => follow(state, action.step, dragCorner(state, action)),
  /** From the palette. */
  dragNew: (state, { step, tolerance, ...place }: Place & Omit<Pointed, 'id'>) => {
    const added = state.history.step === step ? state : add(state, place, state.role, step)
    const [field] = selectedFields(added)
    if (!field || added.history.step !== step) return added
    const [x, y] = [place.x - field.width / 2, place.y - field.height / 2]
    return follow(added, step, drag(added, { step, id: field.id, page: place.page, x, y, tolerance }))
  },
  drop: (state) => {
    const [field] = selectedFields(state)
    const dropped = { ...state, guides: noGuides, history: endStep(state.history) }
    return field ? say(dropped, `${nameOf(field)}: page ${field.page}, ${placeOf(field)}.`) : dropped
  },
  cancel: (state, { step }: { step: string }) =>
    say(keepSelected({ ...state, history: cancelStep(state.history, step) }), 'Canceled.'),
  nudge: (state, { dx, dy }: Shift) => moveByKeys(state, 'nudge', nudge(state, dx, dy)),
  grow: (state, { dx, dy }: Shift) => moveByKeys(state, 'grow', grow(state, dx, dy)),
  change: (state, { ids, change: values }: { ids: readonly string[]; change: FieldChange }) => {
    const step = `${Object.keys(values)} ${ids}`
    const fields = state.history.fields.filter(({ id }) => ids.includes(id)).map((field) => ({ ...field, ...values }))
    const changed = change(state, fields, step)
    return values.role ? say(changed, `Now for ${signerRoleNames[values.role]}.`) : changed
  },
  place: (state, { id, box, page }: { id: string; box: Partial<Box>; page?: number }) => {
    const field = state.history.fields.find((each) => each.id === id)
    const size = state.pages[(page ?? field?.page ?? 0) - 1]
    if (!field || !size) return state
    const placed = { ...field, page: page ?? field.page, ...fitBox({ ...field, ...box }, size) }
    return change(state, [placed], `place ${id}`)
  },
  copy: (state) => {
    const copied = selectedFields(state)
    return copied.length === 0 ? state : say({ ...state, clipboard: copied }, `${nameOfAll(copied)} copied.`)
  },
  paste: (state, { page }: { page: number }) => {
    const first = Math.min(...state.clipboard.map((field) => field.page))
    // Fields that were copied from several pages keep their distance.
    const pageOf = (field: SigningField) => Math.min(page + field.page - first, state.pages.length)
    return addCopies(state, state.clipboard, pageOf, 'pasted')
  },
  duplicate: (state) => addCopies(state, selectedFields(state), ({ page }) => page, 'duplicated'),
  repeat: (state) => {
    const copies = repeatOnPages(selectedFields(state), state.pages, state.history.fields)
    const { selected } = state
    return { ...addAll(state, copies, `${copies.length} copies added on the other pages.`), selected }
  },
  remove: (state) => {
    const removed = selectedFields(state)
    if (removed.length === 0) return state
    const fields = state.history.fields.filter((field) => !removed.includes(field))
    return say({ ...state, history: commit(state.history, fields), selected: [] }, `${nameOfAll(removed)} removed.`)
  },
  undo: (state) =>
    state.history.past.length === 0
      ? say(state, 'There is nothing to undo.')
      : say(keepSelected({ ...state, history: undo(state.history) }), 'Undone.'),
  redo: (state) =>
    state.history.future.length === 0
      ? say(state, 'There is nothing to redo.')
      : say(keepSelected({ ...state, history: redo(state.history) }), 'Redone.'),
} satisfies Record<string, (state: EditorState, action: never) => EditorState>

type Handlers = typeof handlers
type Payload<Handler> = Handler extends (state: EditorState, action: infer Action) => unknown ? Action : never
export type EditorAction = { [Type in keyof Handlers]: { type: Type } & Payload<Handlers[Type]> }[keyof Handlers]

export const editorReducer = (state: EditorState, action: EditorAction): EditorState => {
  const handle: (state: EditorState, action: never) => EditorState = handlers[action.type]
  return handle(state, action as never)
}

/** The fields of a page in the order of reading, which is the order of the Tab key. */
export const fieldsOfPage = (fields: Fields, page: number) => fields.filter((field) => field.page === page).sort(byPosition)
