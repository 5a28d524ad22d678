import { expect, test } from 'vitest'
import { A4, add, after, draft, field, LETTER, only, openWith, TOLERANCE } from './editor.fixture.ts'
import { type EditorAction, editorReducer } from './editor-reducer.ts'
import { hasUnsavedChanges, openEditor } from './editor-state.ts'

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
