import { describe, expect, test } from 'vitest'
import {
  type ConnectionShares,
  defaultConnections,
  leastConnections,
  mostConnections,
  shareConnections,
  sumOfShares,
} from './connection-shares.ts'

const everything = { serves: true, runsJobs: true }
const servesOnly = { serves: true, runsJobs: false }
const jobsOnly = { serves: false, runsJobs: true }
const works = [everything, servesOnly, jobsOnly]

test('by default four processes and five other connections fit into the 97 that PostgreSQL allows', () => {
  const count = defaultConnections(97, everything)
  expect(4 * count + 5).toBeLessThanOrEqual(97)
  expect(shareConnections(count, everything)).toEqual({
    ...{ app: 10, audit: 2, report: 2, export: 2, worker: 2, queue: 2, heartbeat: 2, signals: 1 },
  })
})

test('a process that gets all that it uses has pools of full size', () => {
  const full = { app: 20, audit: 2, report: 6, export: 4, worker: 7, queue: 6, heartbeat: 2, signals: 1 }
  expect(mostConnections(everything)).toBe(48)
  for (const count of [48, 100, 1000]) expect(shareConnections(count, everything)).toEqual(full)
  expect(defaultConnections(197, everything)).toBe(48)
})

test('a process that serves only has no connections for the queue, and one that runs jobs only none for exports', () => {
  expect(shareConnections(30, servesOnly)).toMatchObject({ queue: 0, heartbeat: 0 })
  expect(shareConnections(30, jobsOnly)).toMatchObject({ audit: 0, report: 0, export: 0, signals: 0 })
})

describe.each(works)('a process with %o', (work) => {
  const least = leastConnections(work)
  const counts = Array.from({ length: mostConnections(work) - least + 1 }, (_, n) => least + n)

  test('never uses more connections than it is given, and leaves only a few over', () => {
    for (const count of counts) {
      const left = count - sumOfShares(shareConnections(count, work))
      expect([count, left >= 0, left < 5]).toEqual([count, true, true])
    }
    expect(sumOfShares(shareConnections(least, work))).toBe(least)
  })

  test('gets more for calls, and less for nothing, with every connection', () => {
    const all = counts.map((count) => shareConnections(count, work))
    for (const [n, shares] of all.entries())
      for (const name of Object.keys(shares) as (keyof ConnectionShares)[])
        if (name !== 'app') expect(shares[name]).toBeGreaterThanOrEqual(all[n - 1]?.[name] ?? 0)
    for (const { app } of all) expect(app).toBeGreaterThanOrEqual(5)
  })

  test('gets the least with which it works from a small server', () => {
    expect(defaultConnections(20, work)).toBe(least)
  })
})
