import { expect, test } from 'vitest'
import { judge, type TimedSample } from './judge.ts'

const calm: TimedSample = {
  at: 120,
  ...{ resident: 300, heap: 90, external: 20 },
  ...{ postgresPrivate: 500, postgresShared: 200, processes: 40, largestProcess: 30 },
}

/** Samples of eight minutes, of which `grown` are the last. */
const judgeGrowth = (grown: Partial<TimedSample>, collected: Partial<TimedSample> = {}) =>
  judge({
    steady: [120, 240, 360, 480, 590].map((at) => ({ ...calm, at, ...(at >= 360 && grown) })),
    collected: [calm, { ...calm, at: 600, ...collected }],
  })

test('passes memory that stays', () => {
  expect(judgeGrowth({}).failures).toEqual([])
})

test('passes small growth, and a heap that is full of garbage at the end', () => {
  expect(judgeGrowth({ postgresPrivate: 514, largestProcess: 39, heap: 180, resident: 450 }, { heap: 99 }).failures).toEqual([])
})

test.each([
  ['postgresPrivate', 516, 'Not flat: mean private memory of PostgreSQL: 500 MB, later 516 MB'],
  ['largestProcess', 41, 'Not flat: largest process of PostgreSQL: 30 MB, later 41 MB'],
] as const)('fails when %s grows', (key, value, failure) => {
  expect(judgeGrowth({ [key]: value }).failures).toEqual([failure])
})

test.each([
  ['heap', 101, 'Not flat: heap of the portal after a garbage collection: 90 MB, later 101 MB'],
  ['resident', 341, 'Not flat: resident memory of the portal after a garbage collection: 300 MB, later 341 MB'],
] as const)('fails when %s grows that a garbage collection leaves', (key, value, failure) => {
  expect(judgeGrowth({}, { [key]: value }).failures).toEqual([failure])
})
