import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('returns only the changed values', () => {
  expect(changedFields({ name: 'Ada', city: 'Reno' }, { name: 'Ada', city: 'Austin' })).toEqual({ city: 'Austin' })
})

test('compares lists by their entries', () => {
  expect(changedFields({ tags: [1, 2] }, { tags: [1, 2] })).toEqual({})
  expect(changedFields({ tags: [1, 2] }, { tags: [2] })).toEqual({ tags: [2] })
})

test('counts a removed value as a change', () => {
  expect(changedFields({ rep: 4, note: 'x' }, { rep: null, note: '' })).toEqual({ rep: null, note: '' })
})

test('returns nothing when nothing changed', () => {
  expect(changedFields({ rep: null }, { rep: null })).toEqual({})
})
