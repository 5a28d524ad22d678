import { expect, test } from 'vitest'
import { changeInWords } from './change.ts'

test('growth and decline are percentages of what was before', () => {
  expect(changeInWords(15, 10)).toBe('50% more than')
  expect(changeInWords(5, 10)).toBe('50% fewer than')
})

test('nothing before gives no percentage', () => {
  expect(changeInWords(3, 0)).toBe('up from none in')
})

test('no change is none', () => {
  expect(changeInWords(0, 0)).toBe('as many as')
})

test('a change too small to round is not called none', () => {
  expect(changeInWords(1001, 1000)).toBe('under 1% more than')
})
