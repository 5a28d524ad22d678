import { expect, test } from 'vitest'
import { formatExpiry, readExpiry } from './card-expiry.ts'

test.each(['0827', '08/27', '8/27', '08 / 27', '08-27', '08/2027', '082027', '2027-08'])('reads %s as August 2027', (typed) => {
  expect(readExpiry(typed)).toBe('2027-08')
  expect(formatExpiry(readExpiry(typed))).toBe('08/27')
})

test.each([
  ['', ''],
  ['0', '0'],
  ['08', '08'],
  ['08/', '08/'],
  ['082', '08/2'],
  ['08/202', '08/202'],
  ['June', ''],
])('leaves the incomplete text %s as %s', (typed, shown) => {
  expect(formatExpiry(readExpiry(typed))).toBe(shown)
})

test('a four-digit year can be typed digit by digit', () => {
  let shown = ''
  for (const key of '08/2027') shown = formatExpiry(readExpiry(shown + key))
  expect(shown).toBe('08/27')
})
