/** Applies an action to the state of the editor. */
import { MAX_FIELDS, type SigningField, signerRoleNames } from '@vialdesk/contract/signing-fields'
import { type EditorAction, type EditorState, openEditor, selectedFields } from './editor-state.ts'
import { byPosition, nameOf, nameOfAll, placeOf } from './field-text.ts'
import { fitBox } from './geometry.ts'
import { cancelStep, commit, endStep, type Fields, redo, startHistory, undo } from './history.ts'
import { drag, dragCorner, grow, nudge } from './moves.ts'
import { carriedFrom, newField, pasteFields, repeatOnPages } from './new-fields.ts'

type ActionOf<Type extends EditorAction['type']> = Extract<EditorAction, { type: Type }>
type Handlers = { [Type in EditorAction['type']]: (state: EditorState, action: ActionOf<Type>) => EditorState }

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

/** The selection after a change that may have removed fields. */
const keepSelected = (state: EditorState): EditorState => ({
  ...state,
  guides: { page: 0, lines: [] },
  selected: state.selected.filter((id) => state.history.fields.some((field) => field.id === id)),
})

/** Fields of pages that exist. */
const onPages = (fields: Fields, { pages }: Pick<EditorState, 'pages'>) => fields.filter(({ page }) => page <= pages.length)

type PageOf = (field: SigningField) => number

function addCopies(state: EditorState, copied: Fields, pageOf: PageOf, verb: string): EditorState {
  const added = pasteFields(copied, pageOf, state.pages, state.history.fields)
  return addAll(state, added, `${nameOfAll(added)} ${verb}.`)
}

const handlers: Handlers = {
  open: (state, { draft, said }) => {
    const { clipboard, carried, added, said: before } = state
    const opened = { ...openEditor(draft), clipboard, carried, added, said: before, pdfVersion: state.pdfVersion + 1 }
    return said ? say(opened, said) : opened
  },
  rebase: (state, { draft }) => {
    const fields = onPages(state.history.fields, draft)
    return {
      ...handlers.open(state, { type: 'open', draft }),
      history: commit(startHistory(draft.fields), fields),
    }
  },
  saved: (state, { sent, draft }) => ({ ...state, saved: sent, version: draft.version, versions: draft.versions }),
  loadFields: (state, { fields, version }) =>
    say(
      keepSelected({ ...state, history: commit(state.history, onPages(fields, state)) }),
      `The fields of version ${version} are loaded. Save to use them.`,
    ),
  chooseRole: (state, { role }) => ({ ...state, role }),
  add: (state, { field: type, page, x, y, role = state.role, step }) => {
    const size = state.pages[page - 1]
    if (!size) return state
    const field = newField({ type, role, page, x, y }, size, state.history.fields, state.carried[type])
    return addAll(state, [field], `${nameOf(field)} added on page ${page}, ${placeOf(field)}.`, step)
  },
  select: (state, { ids }) => ({ ...state, selected: ids, history: endStep(state.history) }),
  toggleSelected: (state, { id }) => ({
    ...state,
    selected: state.selected.includes(id) ? state.selected.filter((each) => each !== id) : [...state.selected, id],
    history: endStep(state.history),
  }),
  drag: (state, action) => {
    const { fields, guides, page } = drag(state, action)
    return { ...change(state, fields, action.step), guides: { page, lines: guides } }
  },
  dragCorner: (state, action) => {
    const { fields, guides, page } = dragCorner(state, action)
    return { ...change(state, fields, action.step), guides: { page, lines: guides } }
  },
  dragNew: (state, { step, field: type, page, x, y, tolerance }) => {
    const isThere = state.history.step === step
    const added = isThere ? state : handlers.add(state, { type: 'add', field: type, page, x, y, step })
    const [field] = selectedFields(added)
    if (!field || added.history.step !== step) return added
    const place = { x: x - field.width / 2, y: y - field.height / 2 }
    return handlers.drag(added, { type: 'drag', step, id: field.id, page, ...place, tolerance })
  },
  drop: (state) => {
    const [field] = selectedFields(state)
    const dropped = { ...state, guides: { page: 0, lines: [] }, history: endStep(state.history) }
    return field ? say(dropped, `${nameOf(field)}: page ${field.page}, ${placeOf(field)}.`) : dropped
  },
  cancel: (state, { step }) => say(keepSelected({ ...state, history: cancelStep(state.history, step) }), 'Canceled.'),
  nudge: (state, { dx, dy }) => {
    const { fields, text } = nudge(state, dx, dy)
    return say(change(state, fields, `nudge ${state.selected}`), text)
  },
  grow: (state, { dx, dy }) => {
    const { fields, text } = grow(state, dx, dy)
    return say(change(state, fields, `grow ${state.selected}`), text)
  },
  change: (state, { ids, change: values }) => {
    const step = `${Object.keys(values)} ${ids}`
    const fields = state.history.fields.filter(({ id }) => ids.includes(id)).map((field) => ({ ...field, ...values }))
    const changed = change(state, fields, step)
    return values.role ? say(changed, `Now for ${signerRoleNames[values.role]}.`) : changed
  },
  place: (state, { id, box, page }) => {
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
  paste: (state, { page }) => {
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
}

export function editorReducer<Type extends EditorAction['type']>(state: EditorState, action: ActionOf<Type>): EditorState {
  const handle: Handlers[Type] = handlers[action.type as Type]
  return handle(state, action)
}

/** The fields of a page in the order of reading, which is the order of the Tab key. */
export const fieldsOfPage = (fields: Fields, page: number) => fields.filter((field) => field.page === page).sort(byPosition)
