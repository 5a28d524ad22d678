/** A node is killed in the middle of a job. Another node takes the job over. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addJob } from '#api/testing/add-job.ts'
import { startTestPortal } from '#api/testing/test-portal.ts'
import { job, startWorkers } from './jobs.ts'
import { EVERY_MS, RELOCK_MS } from './worker-heartbeat.ts'

const TASK = 'try.hang'
const MOST_MS = 15_000

test('takes a job over, and runs it once', async () => {
  const portal = await startTestPortal()
  const urls = [portal.worker, portal.pool].map(({ options }) => options.connectionString as string)
  const node = fork(new URL('../../testing/hanging-worker.ts', import.meta.url), [...urls, TASK], { execArgv: [] })
  let taken = 0
  const work = job(TASK, z.object({}), async () => void taken++)
  const shared = { ...portal, workerPool: portal.worker, jobs: [work], nightly: [], log: pino({ level: 'silent' }) }
  try {
    await addJob(portal, TASK, {})
    await once(node, 'message')
    const workers = await startWorkers({ ...shared, heartbeatTimes: { everyMs: 50, relockMs: 0 } })
    const lockOf = `select locked_by from graphile_worker._private_jobs`
    expect((await portal.owner.query(lockOf)).rows).toEqual([{ locked_by: expect.any(String) }])
    expect(taken).toBe(0)
    node.kill('SIGKILL')
    await vi.waitFor(() => expect(taken).toBe(1), 60_000)
    await workers.stop()
    expect((await portal.owner.query(lockOf)).rows).toEqual([])
    expect(taken).toBe(1)
  } finally {
    node.kill('SIGKILL')
    await portal.close()
  }
})

test('needs two checks for that, with some seconds left, and gives a living node the time between them', () => {
  expect(2 * EVERY_MS).toBeLessThanOrEqual(MOST_MS - 4000)
  expect(RELOCK_MS).toBeLessThan(EVERY_MS)
  expect(RELOCK_MS).toBeGreaterThan(4000)
})
