import { expect, test } from 'vitest'
import { asDay, asId, asOneOf, asText, asWhole, searchOf } from './search-params.ts'

const read = searchOf({ search: asText, offset: asWhole, sort: asOneOf('name', '-name'), from: asDay })

test('what the readers recognise is kept, the rest dropped', () => {
  expect(read({ search: 'smith', offset: '20', sort: '-name', from: '2026-01-31', other: 1 })).toEqual({
    search: 'smith',
    offset: 20,
    sort: '-name',
    from: '2026-01-31',
  })
})

test('what does not fit is left out', () => {
  expect(read({ search: '', offset: -1, sort: 'password', from: 'yesterday' })).toEqual({})
  expect(read({ search: { a: 1 }, offset: '1e400' })).toEqual({})
})

test('a text of digits, which an address gives as a number, stays text', () => {
  expect(read({ search: 1234 })).toEqual({ search: '1234' })
})

test('nothing has the id 0', () => {
  const readId = searchOf({ user: asId })
  expect(readId({ user: '12' })).toEqual({ user: 12 })
  expect(readId({ user: 0 })).toEqual({})
})
