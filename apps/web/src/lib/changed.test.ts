import { expect, test } from 'vitest'
import { changed } from './changed.ts'

test('returns only the changed values', () => {
  expect(changed({ name: 'Ada', city: 'Reno' }, { name: 'Ada', city: 'Austin' })).toEqual({ city: 'Austin' })
})

test('compares lists by their entries', () => {
  expect(changed({ tags: [1, 2] }, { tags: [1, 2] })).toEqual({})
  expect(changed({ tags: [1, 2] }, { tags: [2] })).toEqual({ tags: [2] })
})

test('counts a removed value as a change', () => {
  expect(changed({ rep: 4, note: 'x' }, { rep: null, note: '' })).toEqual({ rep: null, note: '' })
})

test('returns nothing when nothing changed', () => {
  expect(changed({ rep: null }, { rep: null })).toEqual({})
})
