import { expect, test } from 'vitest'
import { caretAfterGrouping, groupDigits } from './card-number.ts'

test.each([
  ['4111111111111111', '4111 1111 1111 1111'],
  ['370000000000002', '3700 000000 00002'],
  ['5424000000000015', '5424 0000 0000 0015'],
  ['30569309025904', '3056 930902 5904'],
])('writes %s as %s', (number, written) => {
  expect(groupDigits(number)).toBe(written)
})

test('drops characters that are no digits, and extra digits', () => {
  expect(groupDigits('4111-1111x1111 1111')).toBe('4111 1111 1111 1111')
  expect(groupDigits('3700000000000029999')).toBe('3700 000000 00002')
  expect(groupDigits('')).toBe('')
})

test('keeps the caret behind the typed digit when a blank is inserted', () => {
  expect(caretAfterGrouping('4111 1', 5)).toBe(6)
  expect(caretAfterGrouping('4111 1111', 2)).toBe(2)
  expect(caretAfterGrouping('4111 1111', 4)).toBe(4)
})
