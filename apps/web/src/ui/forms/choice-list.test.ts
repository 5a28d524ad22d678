import { expect, test } from 'vitest'
import { emptyListText } from './choice-list.ts'

test('distinguishes an empty list from a search without results', () => {
  expect(emptyListText({ state: 'loaded', choices: [] })).toBe('Nothing to choose from yet')
  expect(emptyListText({ state: 'loaded', choices: [{ id: 1, name: 'Ada' }] })).toBe('No results')
})

test('says when the list is loading or could not be loaded', () => {
  expect(emptyListText({ state: 'loading', choices: [] })).toBe('Loading…')
  expect(emptyListText({ state: 'failed', choices: [] })).toContain('could not be loaded')
})
