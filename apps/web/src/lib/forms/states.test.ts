import { expect, test } from 'vitest'
import { loadCountries } from './countries.ts'
import { loadStates } from './states.ts'

test('lists the states of a country once, by their usual names', async () => {
  const states = await loadStates()
  expect(states.get('US')).toEqual(expect.arrayContaining(['Florida', 'District of Columbia', 'Puerto Rico']))
  expect(states.get('CA')).toContain('Nova Scotia')
  for (const names of states.values()) expect(new Set(names).size).toBe(names.length)
})

test('finds the states of every country but Svalbard by its code', async () => {
  const states = await loadStates()
  const without = (await loadCountries()).filter(({ code }) => !states.has(code))
  expect(without.map(({ code }) => code)).toEqual(['SJ'])
})
