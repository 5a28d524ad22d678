import { expect, test } from 'vitest'
import { asDay, asId, asOneOf, asText, asWholeNumber, searchReader } from './search-params.ts'

const read = searchReader({ search: asText, offset: asWholeNumber, sort: asOneOf('name', '-name'), from: asDay })

test('keeps valid values and drops the rest', () => {
  expect(read({ search: 'smith', offset: '20', sort: '-name', from: '2026-01-31', other: 1 })).toEqual({
    search: 'smith',
    offset: 20,
    sort: '-name',
    from: '2026-01-31',
  })
})

test('leaves out invalid values', () => {
  expect(read({ search: '', offset: -1, sort: 'password', from: 'yesterday' })).toEqual({})
  expect(read({ search: { a: 1 }, offset: '1e400' })).toEqual({})
})

test('reads a text of digits as text', () => {
  expect(read({ search: 1234 })).toEqual({ search: '1234' })
})

test('rejects 0 as an id', () => {
  const readId = searchReader({ user: asId })
  expect(readId({ user: '12' })).toEqual({ user: 12 })
  expect(readId({ user: 0 })).toEqual({})
})

test('reads a word that the router takes for a boolean', () => {
  expect(asOneOf('true')(true)).toBe('true')
  expect(asOneOf('true')(undefined)).toBeUndefined()
})
