import { type FieldType, type SigningField, SigningFields } from '@vialdesk/contract/signing-fields'
import type { TemplateDraft } from '@vialdesk/contract/templates'
import { expect, test } from 'vitest'
import { editorReducer, fieldsOfPage } from './editor-reducer.ts'
import { type EditorAction, type EditorState, hasUnsavedChanges, openEditor, selectedFields } from './editor-state.ts'

const LETTER = { width: 612, height: 792 }
const A4 = { width: 595, height: 842 }

const draft = (changes: Partial<TemplateDraft> = {}): TemplateDraft => ({
  id: 7,
  title: 'Official Storage Agreement',
  type: 2,
  version: 3,
  pages: [LETTER, LETTER, A4],
  fields: [],
  versions: [],
  ...changes,
})

/** The state after all actions. */
const after = (actions: EditorAction[], start = openEditor(draft())): EditorState => actions.reduce(editorReducer, start)
const add = (field: FieldType, x = 0.5, y = 0.5, page = 1): EditorAction => ({ type: 'add', field, page, x, y })
const field = (changes: Partial<SigningField> & { id: string }): SigningField => ({
  type: 'text',
  role: 'patient',
  page: 1,
  x: 0.1,
  y: 0.1,
  width: 0.2,
  height: 0.02,
  required: true,
  label: '',
  ...changes,
})
const openWith = (...fields: SigningField[]) => openEditor(draft({ fields }))
const only = (state: EditorState): SigningField => {
  const [first] = state.history.fields
  if (!first || state.history.fields.length !== 1) throw new Error(`There are ${state.history.fields.length} fields.`)
  return first
}
const values = (state: EditorState) => state.history.fields.map(({ value }) => value)
const TOLERANCE = { x: 0.01, y: 0.01 }

test('adds a field around a point, selects it and says so', () => {
  const state = after([add('signature')])
  expect(only(state)).toMatchObject({ id: 'signature_1', type: 'signature', role: 'patient', page: 1, required: true })
  expect(only(state).x + only(state).width / 2).toBeCloseTo(0.5, 4)
  expect(state.selected).toEqual(['signature_1'])
  expect(state.said.text).toBe('Signature for Patient added on page 1, 35.3% from the left, 47.2% from the top.')
})

test('keeps a field that is added at the edge inside the page', () => {
  const { x, width, y } = only(after([add('signature', 1, 0)]))
  expect(x + width).toBeCloseTo(1, 4)
  expect(y).toBe(0)
})

test('puts new fields below each other, not on each other', () => {
  const state = after([add('text'), add('text'), add('signature')])
  const [first, second, third] = state.history.fields
  expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 1) + (first?.height ?? 1))
  expect(third?.y).toBeGreaterThanOrEqual((second?.y ?? 1) + (second?.height ?? 1))
})

test('every new field is one that the server accepts', () => {
  const types: FieldType[] = ['signature', 'initials', 'full_name', 'email', 'date_signed', 'date', 'text', 'number']
  const state = after([...types, 'checkbox', 'radio', 'radio', 'dropdown', 'prefill'].map((type) => add(type as FieldType)))
  expect(SigningFields.safeParse(state.history.fields).error).toBeUndefined()
})

test('a center signs the templates of centers', () => {
  const state = after([add('prefill')], openEditor(draft({ type: 4 })))
  expect(only(state)).toMatchObject({ role: 'center', source: 'center.name' })
})

test('carries the attributes of a type on to the next field, but not its label', () => {
  const state = after([
    add('dropdown'),
    { type: 'change', ids: ['dropdown_1'], change: { options: ['Yes', 'No'], required: false, label: 'Consent' } },
    { type: 'place', id: 'dropdown_1', box: { width: 0.4 } },
    { type: 'chooseRole', role: 'center' },
    add('dropdown', 0.3, 0.3, 2),
  ])
  const [, second] = state.history.fields
  expect(second).toMatchObject({ role: 'center', options: ['Yes', 'No'], required: false, label: '' })
  expect(second?.width).toBeCloseTo(0.4, 4)
})

test('radio buttons of a group get values of their own', () => {
  const state = after([add('radio'), add('radio', 0.5, 0.6), { type: 'duplicate' }, { type: 'copy' }, { type: 'paste', page: 2 }])
  expect(new Set(state.history.fields.map(({ group }) => group))).toEqual(new Set(['Choice 1']))
  expect(values(state)).toEqual(['Option 1', 'Option 2', 'Option 3', 'Option 4'])
})

test('undoes and redoes every change', () => {
  const actions: EditorAction[] = [
    add('text'),
    { type: 'nudge', dx: 20, dy: 0 },
    { type: 'change', ids: ['text_1'], change: { label: 'City' } },
    { type: 'duplicate' },
    { type: 'remove' },
  ]
  const states = [openEditor(draft())]
  for (const action of actions) states.push(editorReducer(states.at(-1) ?? openEditor(draft()), action))
  let state = states.at(-1) ?? openEditor(draft())
  for (const earlier of states.toReversed().slice(1)) {
    state = editorReducer(state, { type: 'undo' })
    expect(state.history.fields).toEqual(earlier.history.fields)
  }
  expect(hasUnsavedChanges(state)).toBe(false)
  expect(after([{ type: 'undo' }], state).said.text).toBe('There is nothing to undo.')
  for (const later of states.slice(1)) {
    state = editorReducer(state, { type: 'redo' })
    expect(state.history.fields).toEqual(later.history.fields)
  }
  expect(after([{ type: 'redo' }], state).said.text).toBe('There is nothing to redo.')
})

test('a new change ends the possibility to redo', () => {
  const state = after([add('text'), { type: 'undo' }, add('date'), { type: 'redo' }])
  expect(only(state).type).toBe('date')
})

test('undoes typing into a label, a drag and repeated keys as a whole', () => {
  const typing = ['C', 'Ci', 'Cit', 'City'].map((label): EditorAction => ({ type: 'change', ids: ['a'], change: { label } }))
  const start = openWith(field({ id: 'a' }))
  expect(only(after([...typing, { type: 'undo' }], start)).label).toBe('')
  const drags = [0.2, 0.3, 0.4].map((x): EditorAction => ({ type: 'drag', step: 'drag 1', id: 'a', page: 1, x, y: 0.1 }))
  expect(only(after([...drags, { type: 'drop' }, { type: 'undo' }], start)).x).toBe(0.1)
  const keys: EditorAction[] = [
    { type: 'select', ids: ['a'] },
    { type: 'nudge', dx: 2, dy: 0 },
    { type: 'nudge', dx: 2, dy: 0 },
  ]
  expect(only(after([...keys, { type: 'undo' }], start)).x).toBe(0.1)
})

test('two drags of the same field are undone one by one', () => {
  const drag = (step: string, x: number): EditorAction[] => [
    { type: 'drag', step, id: 'a', page: 1, x, y: 0.1 },
    { type: 'drop' },
  ]
  const state = after([...drag('1', 0.3), ...drag('2', 0.6), { type: 'undo' }], openWith(field({ id: 'a' })))
  expect(only(state).x).toBe(0.3)
})

test('a canceled drag leaves no trace', () => {
  const start = openWith(field({ id: 'a' }))
  const state = after(
    [
      { type: 'drag', step: '1', id: 'a', page: 2, x: 0.5, y: 0.5 },
      { type: 'cancel', step: '1' },
    ],
    start,
  )
  expect(only(state)).toEqual(only(start))
  expect(hasUnsavedChanges(state)).toBe(false)
})

test('a field that is dragged from the palette is one step', () => {
  const drag = (page: number, x: number, y: number): EditorAction => ({
    type: 'dragNew',
    step: '1',
    field: 'checkbox',
    page,
    x,
    y,
  })
  const state = after([drag(1, 0.2, 0.2), drag(1, 0.3, 0.3), drag(2, 0.5, 0.6), { type: 'drop' }])
  expect(only(state).page).toBe(2)
  expect(only(state).x + only(state).width / 2).toBeCloseTo(0.5, 4)
  expect(only(state).y + only(state).height / 2).toBeCloseTo(0.6, 4)
  expect(after([{ type: 'undo' }], state).history.fields).toEqual([])
  const canceled = after([drag(1, 0.2, 0.2), { type: 'cancel', step: '1' }])
  expect(canceled).toMatchObject({ history: { fields: [], past: [] }, selected: [] })
})

test('snaps a dragged field to the edges of others and shows the lines', () => {
  const start = openWith(field({ id: 'a', x: 0.3, y: 0.5 }), field({ id: 'b', x: 0.1, y: 0.1 }))
  const state = after([{ type: 'drag', step: '1', id: 'b', page: 1, x: 0.304, y: 0.7, tolerance: TOLERANCE }], start)
  expect(state.history.fields[1]).toMatchObject({ x: 0.3, y: 0.7 })
  expect(state.guides).toEqual({ page: 1, lines: [{ axis: 'x', at: 0.3 }] })
  expect(after([{ type: 'drop' }], state).guides.lines).toEqual([])
})

test('a snapped field follows the pointer again when it is far enough', () => {
  const start = openWith(field({ id: 'a', x: 0.3, y: 0.5 }), field({ id: 'b' }))
  const at = (x: number): EditorAction => ({ type: 'drag', step: '1', id: 'b', page: 1, x, y: 0.7, tolerance: TOLERANCE })
  expect(after([at(0.304), at(0.317)], start).history.fields[1]?.x).toBe(0.317)
})

test('a field keeps its size in points on a page of another size', () => {
  const state = after([{ type: 'drag', step: '1', id: 'a', page: 3, x: 0.1, y: 0.1 }], openWith(field({ id: 'a' })))
  expect(only(state).width * A4.width).toBeCloseTo(0.2 * LETTER.width, 1)
  expect(only(state).page).toBe(3)
})

test('selected fields move together and stay inside the page', () => {
  const start = after([{ type: 'select', ids: ['a', 'b'] }], openWith(field({ id: 'a' }), field({ id: 'b', x: 0.7 })))
  const state = after([{ type: 'drag', step: '1', id: 'a', page: 1, x: 0.9, y: 0.3 }], start)
  expect(state.history.fields.map(({ x, y }) => [x, y])).toEqual([
    [0.2, 0.3],
    [0.8, 0.3],
  ])
})

test('drags a corner, snaps it and keeps the opposite corner', () => {
  const start = openWith(field({ id: 'a' }), field({ id: 'b', x: 0.5, y: 0.5 }))
  const corner = (x: number, y: number): EditorAction => ({
    type: 'dragCorner',
    step: '1',
    id: 'a',
    corner: 'se',
    x,
    y,
    tolerance: TOLERANCE,
  })
  expect(after([corner(0.503, 0.3)], start).history.fields[0]).toMatchObject({ x: 0.1, y: 0.1, width: 0.4, height: 0.2 })
  const smallest = after([corner(0, 0)], start).history.fields[0]
  expect(smallest).toMatchObject({ x: 0.1, y: 0.1 })
  expect(smallest?.width).toBeCloseTo(6 / 612, 4)
})

test('keys move by points, and resize', () => {
  const start = after([{ type: 'select', ids: ['a'] }], openWith(field({ id: 'a' })))
  const moved = after([{ type: 'nudge', dx: 6.12, dy: -7.92 }], start)
  expect(only(moved)).toMatchObject({ x: 0.11, y: 0.09 })
  expect(moved.said.text).toBe('11% from the left, 9% from the top')
  const grown = after([{ type: 'grow', dx: 61.2, dy: 0 }], start)
  expect(only(grown).width).toBeCloseTo(0.3, 4)
  expect(grown.said.text).toBe('30% wide, 2% high')
})

test('pastes on another page at the same place, and on the same page beside the original', () => {
  const start = after([{ type: 'select', ids: ['a'] }, { type: 'copy' }], openWith(field({ id: 'a', label: 'City' })))
  const other = after([{ type: 'paste', page: 2 }], start)
  expect(other.history.fields[1]).toMatchObject({ page: 2, x: 0.1, y: 0.1, label: 'City' })
  expect(selectedFields(other).map(({ page }) => page)).toEqual([2])
  const same = after(
    [
      { type: 'paste', page: 1 },
      { type: 'paste', page: 1 },
    ],
    start,
  )
  const [first, second, third] = same.history.fields
  expect(second?.x).toBeGreaterThan(first?.x ?? 1)
  expect(third?.x).toBeGreaterThan(second?.x ?? 1)
  expect(new Set(same.history.fields.map(({ id }) => id)).size).toBe(3)
})

test('pastes several fields with their distance', () => {
  const start = openWith(field({ id: 'a' }), field({ id: 'b', y: 0.4, page: 2 }))
  const state = after([{ type: 'select', ids: ['a', 'b'] }, { type: 'copy' }, { type: 'paste', page: 2 }], start)
  expect(state.history.fields.slice(2).map(({ page, y }) => [page, y])).toEqual([
    [2, 0.1],
    [3, 0.4 * 1],
  ])
})

test('repeats a field on all other pages, once', () => {
  const start = after([{ type: 'select', ids: ['a'] }], openWith(field({ id: 'a', type: 'initials' })))
  const state = after([{ type: 'repeat' }, { type: 'repeat' }], start)
  expect(state.history.fields.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(state.said.text).toBe('Nothing was added.')
  expect(after([{ type: 'undo' }], state).history.fields).toHaveLength(1)
})

test('refuses more fields than a template may have', () => {
  const fields = Array.from({ length: 500 }, (_, index) => field({ id: `f${index}` }))
  const state = after([add('text')], openWith(...fields))
  expect(state.history.fields).toHaveLength(500)
  expect(state.said.text).toBe('Nothing was added. A template has at most 500 fields.')
})

test('numbers of the panel are kept inside the page', () => {
  const state = after(
    [
      { type: 'place', id: 'a', box: { x: 0.95 } },
      { type: 'place', id: 'a', box: {}, page: 2 },
    ],
    openWith(field({ id: 'a' })),
  )
  expect(only(state)).toMatchObject({ x: 0.8, page: 2 })
})

test('a save makes the fields the saved ones, but not what changed while it ran', () => {
  const edited = after([add('text')])
  const sent = edited.history.fields
  const saved: EditorAction = { type: 'saved', sent, draft: draft({ version: 4, fields: [...sent] }) }
  expect(hasUnsavedChanges(after([saved], edited))).toBe(false)
  expect(after([saved], edited).version).toBe(4)
  expect(hasUnsavedChanges(after([add('date'), saved], edited))).toBe(true)
})

test("goes on from another person's version with the own fields that fit its pages", () => {
  const start = after([add('text'), add('date', 0.5, 0.5, 3)])
  const theirs = draft({ version: 9, pages: [LETTER], fields: [field({ id: 'theirs' })] })
  const state = after([{ type: 'rebase', draft: theirs }], start)
  expect(only(state).type).toBe('text')
  expect(state.version).toBe(9)
  expect(hasUnsavedChanges(state)).toBe(true)
})

test('loads the fields of an earlier version as a change that can be undone', () => {
  const start = openWith(field({ id: 'a' }))
  const state = after([{ type: 'loadFields', version: 1, fields: [field({ id: 'old' }), field({ id: 'gone', page: 9 })] }], start)
  expect(only(state).id).toBe('old')
  expect(hasUnsavedChanges(state)).toBe(true)
  expect(only(after([{ type: 'undo' }], state)).id).toBe('a')
})

test('orders fields like a reader', () => {
  const fields = [
    field({ id: 'c', y: 0.9 }),
    field({ id: 'b', y: 0.2, x: 0.5 }),
    field({ id: 'a', y: 0.2 }),
    field({ id: 'd', page: 2 }),
  ]
  expect(fieldsOfPage(fields, 1).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
