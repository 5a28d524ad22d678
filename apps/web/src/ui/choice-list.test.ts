import { expect, test } from 'vitest'
import { nothingFound } from './choice-list.ts'

test('distinguishes an empty list from a search without results', () => {
  expect(nothingFound({ state: 'there', choices: [] })).toBe('Nothing to choose from yet')
  expect(nothingFound({ state: 'there', choices: [{ id: 1, name: 'Ada' }] })).toBe('No results')
})

test('says when the list is loading or could not be loaded', () => {
  expect(nothingFound({ state: 'waiting', choices: [] })).toBe('Loading…')
  expect(nothingFound({ state: 'failed', choices: [] })).toContain('could not be loaded')
})
