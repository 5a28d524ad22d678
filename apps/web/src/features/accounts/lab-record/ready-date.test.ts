import { expect, test } from 'vitest'
import { estimatedReadyDate } from './ready-date.ts'

test('the estimated ready date is 70 days after the lab received the tissue', () => {
  expect(estimatedReadyDate('2026-01-01')).toBe('2026-03-12')
})

test('counts leap days and the turn of the year', () => {
  expect(estimatedReadyDate('2027-12-25')).toBe('2028-03-04')
})

test('has no estimated ready date without a received date', () => {
  expect(estimatedReadyDate(null)).toBeNull()
})
