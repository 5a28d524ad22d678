import { expect, test } from 'vitest'
import { changed } from './changed.ts'

test('only what differs is left', () => {
  expect(changed({ name: 'Ada', city: 'Reno' }, { name: 'Ada', city: 'Austin' })).toEqual({ city: 'Austin' })
})

test('lists with the same entries are the same, others are not', () => {
  expect(changed({ tags: [1, 2] }, { tags: [1, 2] })).toEqual({})
  expect(changed({ tags: [1, 2] }, { tags: [2] })).toEqual({ tags: [2] })
})

test('what is taken away is a change, too', () => {
  expect(changed({ rep: 4, note: 'x' }, { rep: null, note: '' })).toEqual({ rep: null, note: '' })
})

test('an empty list of changes stays empty', () => {
  expect(changed({ rep: null }, { rep: null })).toEqual({})
})
