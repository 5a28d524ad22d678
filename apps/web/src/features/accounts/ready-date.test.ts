import { expect, test } from 'vitest'
import { estimatedReadyDate } from './ready-date.ts'

test('vials are expected 70 days after the tissue was received', () => {
  expect(estimatedReadyDate('2026-01-01')).toBe('2026-03-12')
})

test('leap days and the turn of a year are days like others', () => {
  expect(estimatedReadyDate('2027-12-25')).toBe('2028-03-04')
})

test('nothing received, nothing expected', () => {
  expect(estimatedReadyDate(null)).toBeNull()
})
