import { expect, test } from 'vitest'
import { loadCountries } from '#web/lib/forms/countries.ts'
import { findStates, loadStates } from './state-input.tsx'

test('lists the states of a country once, by their usual names', async () => {
  const states = await loadStates()
  const namesOf = (code: string) => states.get(code)?.map(({ name }) => name)
  expect(namesOf('US')).toEqual(expect.arrayContaining(['Florida', 'District of Columbia', 'Puerto Rico']))
  expect(namesOf('CA')).toContain('Nova Scotia')
  for (const list of states.values()) expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
})

test('finds the states of every country but Svalbard by its code', async () => {
  const states = await loadStates()
  const without = (await loadCountries()).filter(({ code }) => !states.has(code))
  expect(without.map(({ code }) => code)).toEqual(['SJ'])
})

test.each([
  ['MA', 'Massachusetts'],
  ['ore', 'Oregon'],
  ['Washington', 'Washington'],
  ['york', 'New York'],
])('finds first for "%s": %s', async (typed, name) =>
  expect(findStates((await loadStates()).get('US') ?? [], typed)[0]?.name).toBe(name),
)
