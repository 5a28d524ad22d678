import { expect, test } from 'vitest'
import { parseDay } from './parse-day.ts'

test.each([
  ['3/4/2026', '2026-03-04'],
  ['03-04-2026', '2026-03-04'],
  ['3/4/26', '2026-03-04'],
  ['2026-03-04', '2026-03-04'],
  [' Mar 4, 2026 ', '2026-03-04'],
  ['march 4 2026', '2026-03-04'],
  ['Sept 4, 2026', '2026-09-04'],
  ['4 Mar 2026', '2026-03-04'],
  ['2/29/2028', '2028-02-29'],
])('reads %s', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test.each([
  '',
  '2',
  'soon',
  '13/1/2026',
  '2/30/2026',
  '2/29/2026',
  '3/4',
  '3/4/202',
  'Marble 4, 2026',
  'Xyz 4, 2026',
  '2026-13-01',
])('refuses %s', (text) => {
  expect(parseDay(text)).toBeUndefined()
})
