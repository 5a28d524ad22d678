import { expect, test } from 'vitest'
import { loadCountries } from './countries.ts'

test('lists each country once, the United States first', async () => {
  const countries = await loadCountries()
  expect(countries[0]).toEqual({ code: 'US', name: 'United States' })
  expect(countries.filter(({ code }) => code === 'US')).toHaveLength(1)
  expect(countries).toContainEqual({ code: 'GB', name: 'United Kingdom' })
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
  expect(countries.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true)
})
