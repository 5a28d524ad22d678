import { expect, test } from 'vitest'
import { axisTicks } from './column-chart.tsx'

test.each([
  [0, [0, 1, 2, 3, 4]],
  [3, [0, 1, 2, 3, 4]],
  [9, [0, 2.5, 5, 7.5, 10]],
  [4000, [0, 1000, 2000, 3000, 4000]],
  [4001, [0, 1500, 3000, 4500, 6000]],
  [123_456, [0, 40_000, 80_000, 120_000, 160_000]],
])('an axis up to %d has round figures', (most, ticks) => {
  expect(axisTicks(most)).toEqual(ticks)
})
