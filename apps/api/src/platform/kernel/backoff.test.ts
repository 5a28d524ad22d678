import { expect, test } from 'vitest'
import { backoffMs, failuresAfterRun } from './backoff.ts'

test('waits for a random half to whole of a time that doubles, up to 30 s', () => {
  const waits = (failures: number) => Array.from({ length: 200 }, () => backoffMs(failures))
  for (const [failures, longest] of [
    [0, 250],
    [1, 500],
    [4, 4000],
    [20, 30_000],
  ] as const) {
    expect(Math.max(...waits(failures))).toBeLessThanOrEqual(longest)
    expect(Math.min(...waits(failures))).toBeGreaterThanOrEqual(longest / 2)
  }
})

test('a queue that lost its connections again and again starts again at once each time, if it worked in between', () => {
  const after = (times: number, workedMs: number) => {
    let failures = 0
    for (let n = 0; n < times; n++) failures = failuresAfterRun(failures, workedMs)
    return failures
  }
  expect(after(10, 2000)).toBe(0)
  expect(after(10, 500)).toBe(10)
})
