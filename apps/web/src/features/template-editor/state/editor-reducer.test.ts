import { type FieldType, SigningFields } from '@vialdesk/contract/documents/signing-fields'
import { expect, test } from 'vitest'
import { add, after, draft, field, LETTER, only, openWith, values } from './editor.fixture.ts'
import { type EditorAction, fieldsOfPage } from './editor-reducer.ts'
import { hasUnsavedChanges, openEditor, selectedFields } from './editor-state.ts'

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
