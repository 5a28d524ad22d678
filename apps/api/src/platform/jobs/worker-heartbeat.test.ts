import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addJob } from '#api/testing/add-job.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { job, startWorkers } from './jobs.ts'
import { startWorkerHeartbeat } from './worker-heartbeat.ts'

let portal: TestPortal
let living: pg.Client

beforeAll(async () => {
  portal = await startTestPortal()
  living = new pg.Client({ connectionString: portal.owner.options.connectionString as string })
  await living.connect()
})
afterAll(async () => {
  await living.end()
  await portal.close()
})

/** A job that a worker has started. */
async function begunBy(worker: string) {
  await addJob(portal, 'try.note', { worker })
  await portal.owner.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = $1, attempts = 1 where payload->'data'->>'worker' = $1`,
    [worker],
  )
}

/** Starts workers, waits until they have run a job that is queued last, and stops them; returns the jobs that they have run. */
async function work(): Promise<string[]> {
  const done: string[] = []
  const note = job('try.note', z.object({ worker: z.string() }), async (_, { worker }) => void done.push(worker))
  const { worker: workerPool, ports } = portal
  const workers = await startWorkers({
    workerPool,
    ports,
    jobs: [note],
    nightly: [],
    log: pino({ level: 'silent' }),
    concurrency: 2,
  })
  await addJob(portal, 'try.note', { worker: 'nobody' })
  await vi.waitFor(() => expect(done).toContain('nobody'), 20_000)
  await workers.stop()
  return done.sort()
}

test('retries the jobs of a dead worker at the next start, and not those of a living one', async () => {
  await living.query(`select pg_advisory_lock_shared(hashtextextended('vialdesk worker worker-living', 0))`)
  await begunBy('worker-dead')
  await begunBy('worker-living')
  expect(await work()).toEqual(['nobody', 'worker-dead'])
  // Its closed connection proves that the worker has ended.
  await living.query('select pg_advisory_unlock_all()')
  expect(await work()).toEqual(['nobody', 'worker-living'])
})

test("holds a run's advisory lock until the run has stopped", async () => {
  const held = async () => {
    const { rows } = await portal.owner.query(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0].n
  }
  const { worker: workerPool, ports } = portal
  const workers = await startWorkers({ workerPool, ports, jobs: [], nightly: [], log: pino({ level: 'silent' }), concurrency: 3 })
  expect(await held()).toBe(1)
  await workers.stop()
  await vi.waitFor(async () => expect(await held()).toBe(0), 20_000)
})

const holders = async () => {
  const { rows } = await portal.owner.query('select locked_by from graphile_worker._private_jobs where locked_by is not null')
  return rows.map(({ locked_by }) => locked_by)
}

test('frees the jobs of dead workers later too, and never its own', async () => {
  const workers = startWorkerHeartbeat(portal.owner, pino({ level: 'silent' }))
  await workers.startRun(async () => ({ id: 'pool-own' }))
  await begunBy('pool-own')
  await begunBy('pool-gone')
  await workers.freeDeadRuns()
  expect(await holders()).toEqual(['pool-own'])
  await workers.stop()
  expect(await work()).toEqual(['nobody', 'pool-gone', 'pool-own'])
})

test('does not start a long job twice when another process checks for dead workers', async () => {
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  let times = 0
  const slow = job('try.slow', z.object({}), async () => {
    times++
    begun.resolve()
    await finish.promise
  })
  const { worker: workerPool, ports } = portal
  const log = pino({ level: 'silent' })
  const workers = await startWorkers({ workerPool, ports, jobs: [slow], nightly: [], log, concurrency: 2 })
  await addJob(portal, 'try.slow', {})
  await begun.promise
  const other = startWorkerHeartbeat(portal.owner, log)
  await other.freeDeadRuns()
  expect(await holders()).toHaveLength(1)
  finish.resolve()
  await other.stop()
  await workers.stop()
  expect(times).toBe(1)
})

/** Server processes that hold the advisory lock of a run. */
const holdersOf = async (id: string) => {
  const { rows } = await portal.owner.query(
    `select pid from pg_locks where locktype = 'advisory' and granted
     and (classid::bigint << 32) + objid::bigint = hashtextextended('vialdesk worker ' || $1, 0)
     and database = (select oid from pg_database where datname = current_database())`,
    [id],
  )
  return rows.map(({ pid }) => pid as number)
}

test('leaves the jobs of other processes locked when all lost their locks and the others have not locked again', async () => {
  const log = pino({ level: 'silent' })
  const workers = startWorkerHeartbeat(portal.owner, log)
  await workers.startRun(async () => ({ id: 'pool-first' }))
  const other = new pg.Client({ connectionString: portal.owner.options.connectionString as string })
  other.on('error', () => {})
  await other.connect()
  await other.query(`select pg_advisory_lock_shared(hashtextextended('vialdesk worker pool-other', 0))`)
  await begunBy('pool-first')
  await begunBy('pool-other')
  const lost = [...(await holdersOf('pool-first')), ...(await holdersOf('pool-other'))]
  expect(lost).toHaveLength(2)
  await portal.owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [lost])
  // A run that is restarted because its statements failed, and then the lock of the first run.
  await vi.waitFor(() => workers.startRun(async () => ({ id: 'pool-second' })), 20_000)
  await vi.waitFor(async () => {
    const [first] = await holdersOf('pool-first')
    expect(lost).not.toContain(first)
    expect(await holdersOf('pool-second')).toEqual([first])
  }, 20_000)
  expect((await holders()).sort()).toEqual(['pool-first', 'pool-other'])
  await workers.endRun('pool-first')
  expect(await holders()).toEqual(['pool-other'])
  await workers.stop()
  expect(await work()).toEqual(['nobody', 'pool-first', 'pool-other'])
})

test('keeps the locks of running jobs when a run cannot be started, and when another process starts for too long', async () => {
  const workers = startWorkerHeartbeat(portal.owner, pino({ level: 'silent' }))
  await workers.startRun(async () => ({ id: 'pool-running' }))
  const before = await holdersOf('pool-running')
  expect(before).toHaveLength(1)
  await expect(workers.startRun(() => Promise.reject(new Error('no tasks')))).rejects.toThrow('no tasks')
  expect(await holdersOf('pool-running')).toEqual(before)

  const starting = `hashtextextended('vialdesk workers are starting', 0)`
  await living.query(`select pg_advisory_lock(${starting})`)
  // Expected at once: a rejection that arrives before its expectation would count as unhandled.
  const refused = expect(workers.startRun(async () => ({ id: 'pool-late' }))).rejects.toMatchObject({ code: '57014' })
  // Like the time-out of statements.
  await vi.waitFor(async () => {
    const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and wait_event = 'advisory'`
    expect((await portal.owner.query(cancel, before)).rowCount).toBe(1)
  }, 20_000)
  await refused
  expect(await holdersOf('pool-running')).toEqual(before)
  await living.query('select pg_advisory_unlock_all()')
  await workers.startRun(async () => ({ id: 'pool-late' }))
  expect(await holdersOf('pool-late')).toEqual(before)
  await workers.stop()
})
