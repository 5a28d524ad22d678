import { expect, test } from 'vitest'
import { formatChange } from './admin-dashboard.tsx'

test('shows growth and decline as percentages of the previous figure', () => {
  expect(formatChange(15, 10)).toBe('50% more than previous 30 days (10)')
  expect(formatChange(5, 10)).toBe('50% fewer than previous 30 days (10)')
})

test('shows no percentage when the previous figure is zero', () => {
  expect(formatChange(3, 0)).toBe('None in previous 30 days')
})

test('shows an unchanged figure as the same', () => {
  expect(formatChange(4, 4)).toBe('Same as previous 30 days')
})

test('does not show a change below one percent as unchanged', () => {
  expect(formatChange(1001, 1000)).toBe('Under 1% more than previous 30 days (1,000)')
})
