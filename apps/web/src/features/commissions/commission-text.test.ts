import { expect, test } from 'vitest'
import { lastMonths, rateText } from './commission-text.ts'

test('lists months over the turn of the year', () => {
  expect(lastMonths(4, '2026-02-10')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
})

test('names a percentage or an amount for each sale', () => {
  expect([rateText({ percent: 7.5, flat: null }), rateText({ percent: null, flat: 25 })]).toEqual(['7.5%', '$25.00 a sale'])
})
