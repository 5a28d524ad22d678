import { afterEach, expect, test } from 'vitest'
import { addDays, formatDateTime, formatDay, setTimeZone, today } from './dates.ts'

afterEach(() => setTimeZone('UTC'))

test('shows times in the time zone of the domain', () => {
  setTimeZone('America/Los_Angeles')
  expect(formatDateTime('2026-03-04T02:05:00Z').replace(/\s/g, ' ')).toBe('Mar 3, 2026, 6:05 PM')
  expect(formatDay('2026-03-04T02:05:00Z')).toBe('Mar 3, 2026')
})

test('never shifts a calendar day', () => {
  setTimeZone('America/Los_Angeles')
  expect(formatDay('2026-03-04')).toBe('Mar 4, 2026')
})

test('shows times in UTC instead of an unknown time zone', () => {
  setTimeZone('Mars/Olympus')
  expect(today(new Date('2026-03-04T20:00:00Z'))).toBe('2026-03-04')
  expect(formatDateTime('2026-03-04T20:05:00Z').replace(/\s/g, ' ')).toBe('Mar 4, 2026, 8:05 PM')
})

test('adds days across months and daylight saving time', () => {
  expect(addDays('2026-01-31', 70)).toBe('2026-04-11')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})

test('shows nothing for an invalid date', () => {
  expect(formatDay('soon')).toBe('')
})
