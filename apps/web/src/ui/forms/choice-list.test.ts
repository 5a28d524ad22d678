import { expect, test } from 'vitest'
import { chosenFirst, emptyListText } from './choice-list.ts'

test('distinguishes an empty list from a search without results', () => {
  expect(emptyListText({ state: 'loaded', choices: [] })).toBe('Nothing to choose from yet')
  expect(emptyListText({ state: 'loaded', choices: [{ id: 1, name: 'Ada' }] })).toBe('No results')
})

test('says when the list is loading or could not be loaded', () => {
  expect(emptyListText({ state: 'loading', choices: [] })).toBe('Loading…')
  expect(emptyListText({ state: 'failed', choices: [] })).toContain('could not be loaded')
})

test('begins with the present choice, also when it is not among the options', () => {
  const options = [
    { value: '1', label: 'Ada' },
    { value: '2', label: 'Ben' },
  ]
  expect(chosenFirst(options, null)).toEqual(options)
  expect(chosenFirst(options, 2).map(({ label }) => label)).toEqual(['Ben', 'Ada'])
  expect(chosenFirst(options, 3).map(({ label }) => label)).toEqual(['#3', 'Ada', 'Ben'])
  expect(chosenFirst(options, 3, 'Cleo')[0]).toEqual({ value: '3', label: 'Cleo' })
})
