/** Which kills count as hits, so that a drill cannot pass without having interrupted anything. */
import { expect, test } from 'vitest'
import { countHits, missedHits } from './harm.ts'

test('a kill hits a call that was under way and did not succeed', () => {
  const underWay = [
    { payment: ['a', 'b'], 'vial entry': ['1'] },
    { payment: ['c', 'd'], 'vial entry': ['2'] },
  ]
  // The portal never got `d`.
  const payments = new Map([
    ['a', 'acknowledged' as const],
    ['b', 'unknown' as const],
    ['c', 'acknowledged' as const],
  ])
  const entries = new Map([
    ['1', 'acknowledged' as const],
    ['2', 'acknowledged' as const],
  ])
  const hits = countHits(underWay, { payments, entries })
  expect(hits).toEqual({ payment: 1, 'vial entry': 0 })
  expect(missedHits(hits, 2)).toEqual(['Only 0 of 2 kills interrupted a vial entry'])
})
