import { expect, test } from 'vitest'
import { nothingFound } from './choice-list.ts'

test('a list without anything in it says so, rather than that nothing goes by a name that nobody typed', () => {
  expect(nothingFound({ state: 'there', choices: [] })).toBe('No options yet')
  expect(nothingFound({ state: 'there', choices: [{ id: 1, name: 'Ada' }] })).toBe('No results')
})

test('what is on its way or failed says so', () => {
  expect(nothingFound({ state: 'waiting', choices: [] })).toBe('Loading…')
  expect(nothingFound({ state: 'failed', choices: [] })).toContain('could not be loaded')
})
