import { cardBrandOf } from '@vialdesk/contract/money/card-brands'
import { expect, test } from 'vitest'
import { caretAfterGrouping, groupDigits, isCardNumber } from './card-number.ts'

test.each([
  ['4111111111111111', '4111 1111 1111 1111', 'Visa'],
  ['370000000000002', '3700 000000 00002', 'American Express'],
  ['5424000000000015', '5424 0000 0000 0015', 'Mastercard'],
  ['2720990000000007', '2720 9900 0000 0007', 'Mastercard'],
  ['6011000000000012', '6011 0000 0000 0012', 'Discover'],
  ['30569309025904', '3056 930902 5904', 'Diners Club'],
])('formats %s as %s, brand %s', (number, written, name) => {
  expect(groupDigits(number)).toBe(written)
  expect(cardBrandOf(written)?.name).toBe(name)
  expect(isCardNumber(written)).toBe(true)
})

test('drops characters that are no digits, and extra digits', () => {
  expect(groupDigits('4111-1111x1111 1111')).toBe('4111 1111 1111 1111')
  expect(groupDigits('3700000000000029999')).toBe('3700 000000 00002')
  expect(groupDigits('')).toBe('')
})

test('rejects one wrong digit or two swapped digits', () => {
  expect(isCardNumber('4111 1111 1111 1112')).toBe(false)
  expect(isCardNumber('5424 0000 0000 0051')).toBe(false)
  expect(isCardNumber('0')).toBe(false)
})

test('keeps the caret behind the typed digit when a blank is inserted', () => {
  expect(caretAfterGrouping('4111 1', 5)).toBe(6)
  expect(caretAfterGrouping('4111 1111', 2)).toBe(2)
  expect(caretAfterGrouping('4111 1111', 4)).toBe(4)
})
