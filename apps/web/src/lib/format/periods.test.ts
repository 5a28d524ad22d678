import { expect, test } from 'vitest'
import { namedPeriods, periodText } from './periods.ts'

const named = (now: string) =>
  Object.fromEntries(namedPeriods(now).map(({ name, period }) => [name, [period.date_after, period.date_before]]))

test('includes both ends of a period', () => {
  const periods = named('2026-03-04')
  expect(periods.Today).toEqual(['2026-03-04', '2026-03-04'])
  expect(periods['Last 7 days']).toEqual(['2026-02-26', '2026-03-04'])
  expect(periods['Month to date']).toEqual(['2026-03-01', '2026-03-04'])
  expect(periods['Year to date']).toEqual(['2026-01-01', '2026-03-04'])
})

test('takes the whole last month, across years and in leap years', () => {
  expect(named('2026-01-31')['Last month']).toEqual(['2025-12-01', '2025-12-31'])
  expect(named('2028-03-31')['Last month']).toEqual(['2028-02-01', '2028-02-29'])
})

test('shows a period by its name, or by its days', () => {
  expect(periodText({}, '2026-03-04')).toBeUndefined()
  expect(periodText({ date_after: '2026-03-01', date_before: '2026-03-04' }, '2026-03-04')).toBe('Month to date')
  expect(periodText({ date_after: '2026-02-01', date_before: '2026-02-03' }, '2026-03-04')).toBe('Feb 1, 2026 – Feb 3, 2026')
  expect(periodText({ date_after: '2026-02-01' }, '2026-03-04')).toBe('From Feb 1, 2026')
  expect(periodText({ date_before: '2026-02-03' }, '2026-03-04')).toBe('Until Feb 3, 2026')
})
