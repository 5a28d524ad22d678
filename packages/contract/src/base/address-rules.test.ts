import { expect, test } from 'vitest'
import { addressErrors, needsState, postalCodeError } from './address-rules.ts'

test.each([
  ['US', '97201'],
  ['US', '97201-1234'],
  ['PR', '00901'],
  ['CA', 'K1A 0B1'],
  ['CA', 'k1a0b1'],
  ['GB', 'SW1A 1AA'],
  ['GB', 'M1 1AE'],
  ['NL', '1012 AB'],
  ['DE', '10115'],
  ['DE', 'D-10115'],
  ['SE', '114 55'],
  ['SE', '11455'],
  ['PL', '00-950'],
  ['JP', '100-0001'],
  ['BR', '01310-100'],
  ['IE', 'D02 AF30'],
  ['NO', '0150'],
  ['IN', '110001'],
  ['US', ''],
  ['AE', 'none'],
  [undefined, 'whatever'],
])('takes the postal code of %s: %s', (country, code) => expect(postalCodeError(country, code)).toBeUndefined())

test.each([
  ['US', '9720', '97201'],
  ['US', 'SW1A 1AA', '97201'],
  ['US', '97201-12', '97201'],
  ['CA', '97201', 'K1A 0B1'],
  ['GB', '97201', 'SW1A 1AA'],
  ['NL', '1012', '1011 KA'],
  ['DE', '1011', '10115'],
  ['PL', '0095', '10-115'],
])('refuses the postal code of %s: %s', (country, code, example) =>
  expect(postalCodeError(country, code)).toBe(`Enter a postal code such as ${example}.`),
)

test('gives only examples that it takes itself', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const country of letters.flatMap((first) => letters.map((second) => first + second))) {
    const example = postalCodeError(country, '?')?.match(/such as (.+)\.$/)?.[1]
    if (example) expect(postalCodeError(country, example), country).toBeUndefined()
  }
})

test('asks for a state only where addresses have one, and while the country is unknown', () => {
  const street = { address1: '18 Alder Street', city: 'Portland' }
  expect(needsState('US')).toBe(true)
  expect(needsState('DE')).toBe(false)
  expect(needsState(undefined)).toBe(true)
  expect(addressErrors({ ...street, country: 'US', state: ' ', zip_code: '1' })).toEqual({
    state: 'This field is required.',
    zip_code: 'Enter a postal code such as 97201.',
  })
  expect(addressErrors({ ...street, country: 'FR', state: '', zip_code: '75001' })).toEqual({})
  expect(addressErrors({ address1: '', city: '', country: 'US', state: '', zip_code: '' }), 'a blank one').toEqual({})
})
