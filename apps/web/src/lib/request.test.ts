import { expect, test } from 'vitest'
import { addressOf } from './request.ts'

test('names of the path are filled and escaped', () => {
  expect(addressOf('/api/v1/users/{id}/', { params: { id: 7 } })).toBe('/api/v1/users/7/')
  expect(addressOf('/domain/config/{identifier}/', { params: { identifier: 'a/b' } })).toBe('/domain/config/a%2Fb/')
})

test('the query leaves out what is not set and repeats lists', () => {
  const query = { search: '', membership: 0, tag: undefined, ids: [1, 2], note: 'a&b' }
  expect(addressOf('/x/', { query })).toBe('/x/?membership=0&ids=1&ids=2&note=a%26b')
})
