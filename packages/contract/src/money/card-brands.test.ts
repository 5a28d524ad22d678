import { expect, test } from 'vitest'
import { cardBrandOf, isCardNumber } from './card-brands.ts'

test.each([
  ['4111 1111 1111 1111', 'Visa', 3],
  ['4007 0000 0002 7', 'Visa', 3],
  ['3700 000000 00002', 'American Express', 4],
  ['3400 000000 00009', 'American Express', 4],
  ['5424 0000 0000 0015', 'Mastercard', 3],
  ['2720 9900 0000 0007', 'Mastercard', 3],
  ['6011 0000 0000 0012', 'Discover', 3],
  ['3056 930902 5904', 'Diners Club', 3],
])('%s is a %s with a code of %i digits', (number, name, digits) => {
  expect(cardBrandOf(number)).toMatchObject({ name, cvc: digits })
  expect(isCardNumber(number)).toBe(true)
})

test('rejects one wrong digit or two swapped digits', () => {
  expect(isCardNumber('4111 1111 1111 1112')).toBe(false)
  expect(isCardNumber('5424 0000 0000 0051')).toBe(false)
  expect(isCardNumber('0')).toBe(false)
})

test.each([
  ['American Express', '37000000000007'],
  ['American Express', '3700000000000007'],
  ['Mastercard', '542400000000007'],
  ['Visa', '411111111111116'],
])('rejects a %s number of the wrong length, although its check digit fits', (name, number) => {
  expect(cardBrandOf(number)?.name).toBe(name)
  expect(isCardNumber(number)).toBe(false)
})

test('accepts a number of an unknown brand', () => {
  expect(isCardNumber('6200 0000 0000 0005')).toBe(true)
  expect(cardBrandOf('6200 0000 0000 0005')).toBeUndefined()
})
