import { expect, test } from 'vitest'
import { changeInWords } from './change.ts'

test('growth and decline are percentages of what was before', () => {
  expect(changeInWords(15, 10)).toBe('50% more than the 30 days before (10)')
  expect(changeInWords(5, 10)).toBe('50% fewer than the 30 days before (10)')
})

test('nothing before gives no percentage', () => {
  expect(changeInWords(3, 0)).toBe('none in the 30 days before')
})

test('no change is none', () => {
  expect(changeInWords(4, 4)).toBe('as many as the 30 days before (4)')
})

test('a change too small to round is not called none', () => {
  expect(changeInWords(1001, 1000)).toBe('under 1% more than the 30 days before (1,000)')
})
