import { expect, test } from 'vitest'
import { dueText } from './due-date.tsx'

test.each([
  ['2026-02-26', '3 days overdue', true],
  ['2026-02-28', '1 day overdue', true],
  ['2026-03-01', 'Today', false],
  ['2026-03-02', 'Tomorrow', false],
  ['2026-03-07', 'In 6 days', false],
])('%s is %s', (day, text, overdue) => {
  expect(dueText(day, '2026-03-01')).toEqual({ text, overdue })
})

test('counts the day of a clock change as one day', () => {
  expect(dueText('2026-03-09', '2026-03-07').text).toBe('In 2 days')
})
