import { expect, test } from 'vitest'
import { addressErrorsOf, findCountries, loadCountries } from './countries.ts'

test('lists each country once, the United States first', async () => {
  const countries = await loadCountries()
  expect(countries[0]).toMatchObject({ code: 'US', name: 'United States' })
  expect(countries.filter(({ code }) => code === 'US')).toHaveLength(1)
  expect(countries).toContainEqual(expect.objectContaining({ code: 'GB', name: 'United Kingdom' }))
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length)
  expect(countries.every(({ code }) => /^[A-Z]{2}$/.test(code))).toBe(true)
})

test.each([
  ['us', 'United States'],
  ['USA', 'United States'],
  ['america', 'United States'],
  ['united s', 'United States'],
  ['UK', 'United Kingdom'],
  ['england', 'United Kingdom'],
  ['holland', 'Netherlands'],
  ['fr', 'France'],
  ['ger', 'Germany'],
])('finds first for "%s": %s', async (typed, name) => expect(findCountries(await loadCountries(), typed)[0]?.name).toBe(name))

test('finds nothing for a text of no country, and all without a text', async () => {
  const countries = await loadCountries()
  expect(findCountries(countries, 'Atlantis')).toEqual([])
  expect(findCountries(countries, ' ')).toHaveLength(countries.length)
})

test('checks the addresses of a form by the rules of their countries', async () => {
  await loadCountries()
  const home = { address1: '18 Alder Street', city: 'Portland', state_desc: '', country_desc: 'USA', zip_code: '9720' }
  const abroad = { address1: 'Torstr. 1', city: 'Berlin', state: '', country_desc: 'Germany', zip_code: '10115' }
  expect(addressErrorsOf({ ...home, shippingInfo: abroad })).toEqual({
    state_desc: 'This field is required.',
    zip_code: 'Enter a postal code such as 97201.',
  })
  expect(addressErrorsOf({ shippingInfo: { ...abroad, zip_code: 'x' } })).toEqual({
    'shippingInfo.zip_code': 'Enter a postal code such as 10115.',
  })
  expect(addressErrorsOf({ ...home, address1: '', zip_code: '' }), 'a blank address').toEqual({})
  const required = addressErrorsOf({ ...home, address1: '', city: '', zip_code: '' }, { address1: 'Required', city: 'Required' })
  expect(required, 'a blank address that is required').toEqual({ state_desc: 'This field is required.' })
})
