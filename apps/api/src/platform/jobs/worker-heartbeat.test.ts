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

/** A lock that is free at two checks in a row ends a run. */
const heartbeatTimes = { everyMs: 50, relockMs: 0 }
/** The test itself makes the checks. */
const byHand = { everyMs: 3_600_000, relockMs: 0 }

/** Starts workers, waits until they have run the jobs of these workers, and stops them; returns all jobs that they have run. */
async function work(...expected: string[]): Promise<string[]> {
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
    heartbeatTimes,
  })
  await vi.waitFor(() => expect(done).toEqual(expect.arrayContaining(expected)), 60_000)
  await workers.stop()
  return done.sort()
}

test('retries the jobs of a dead worker at the next start, and not those of a living one', async () => {
  await living.query(`select pg_advisory_lock_shared(hashtextextended('vialdesk worker worker-living', 0))`)
  await begunBy('worker-dead')
  await begunBy('worker-living')
  expect(await work('worker-dead')).toEqual(['worker-dead'])
  // Its closed connection proves that the worker has ended.
  await living.query('select pg_advisory_unlock_all()')
  expect(await work('worker-living')).toEqual(['worker-living'])
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
  await vi.waitFor(async () => expect(await held()).toBe(0), 60_000)
})

const holders = async () => {
  const { rows } = await portal.owner.query('select locked_by from graphile_worker._private_jobs where locked_by is not null')
  return rows.map(({ locked_by }) => locked_by)
}

test('frees the jobs of dead workers later too, and never its own', async () => {
  const workers = startWorkerHeartbeat(portal.owner, pino({ level: 'silent' }), byHand)
  await workers.startRun(async () => ({ id: 'pool-own' }))
  await begunBy('pool-own')
  await begunBy('pool-gone')
  await workers.freeDeadRuns()
  await workers.freeDeadRuns()
  expect(await holders()).toEqual(['pool-own'])
  await workers.stop()
  expect(await work('pool-gone', 'pool-own')).toEqual(['pool-gone', 'pool-own'])
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
  const other = startWorkerHeartbeat(portal.owner, log, byHand)
  await other.freeDeadRuns()
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

/** Another process with one run, which may lose its lock and take it again. */
async function otherProcess(id: string) {
  const connect = async () => {
    const client = new pg.Client({ connectionString: portal.owner.options.connectionString as string })
    client.on('error', () => {})
    await client.connect()
    await client.query(`select pg_advisory_lock_shared(hashtextextended('vialdesk worker ' || $1, 0))`, [id])
    return client
  }
  const lost = await connect()
  return { relock: connect, close: () => lost.end().catch(() => {}) }
}

const endHolders = async (...runs: string[]) => {
  const pids = (await Promise.all(runs.map(holdersOf))).flat()
  expect(pids).toHaveLength(runs.length)
  await portal.owner.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids])
  return pids
}

test('leaves the jobs of a living process locked that loses its lock and takes it again before the next check', async () => {
  const workers = startWorkerHeartbeat(portal.owner, pino({ level: 'silent' }), byHand)
  const other = await otherProcess('pool-other')
  await begunBy('pool-other')
  await endHolders('pool-other')
  await vi.waitFor(async () => expect(await holdersOf('pool-other')).toEqual([]), 60_000)
  await workers.freeDeadRuns()
  expect(await holders()).toEqual(['pool-other'])
  const again = await other.relock()
  await workers.freeDeadRuns()
  await endHolders('pool-other')
  await vi.waitFor(async () => expect(await holdersOf('pool-other')).toEqual([]), 60_000)
  // The time of the first loss does not count.
  await workers.freeDeadRuns()
  expect(await holders()).toEqual(['pool-other'])
  await workers.freeDeadRuns()
  expect(await holders()).toEqual([])
  await Promise.all([again.end().catch(() => {}), other.close(), workers.stop()])
  expect(await work('pool-other')).toEqual(['pool-other'])
})

test('gives the others their time again when all lost their locks, and takes its own first', async () => {
  const workers = startWorkerHeartbeat(portal.owner, pino({ level: 'silent' }), byHand)
  await workers.startRun(async () => ({ id: 'pool-first' }))
  const other = await otherProcess('pool-other')
  await begunBy('pool-first')
  await begunBy('pool-other')
  // Free before, so that the check that follows the loss would be the second one.
  await begunBy('pool-gone')
  await workers.freeDeadRuns()
  const lost = await endHolders('pool-first', 'pool-other')
  // A run that is restarted because its statements failed, and then the lock of the first run.
  await vi.waitFor(() => workers.startRun(async () => ({ id: 'pool-second' })), 60_000)
  await vi.waitFor(async () => {
    const [first] = await holdersOf('pool-first')
    expect(lost).not.toContain(first)
    expect(await holdersOf('pool-second')).toEqual([first])
  }, 60_000)
  expect((await holders()).sort()).toEqual(['pool-first', 'pool-gone', 'pool-other'])
  const again = await other.relock()
  await workers.freeDeadRuns()
  await workers.freeDeadRuns()
  expect((await holders()).sort()).toEqual(['pool-first', 'pool-other'])
  await workers.endRun('pool-first')
  expect(await holders()).toEqual(['pool-other'])
  await Promise.all([again.end(), other.close(), workers.stop()])
  expect(await work('pool-first', 'pool-gone', 'pool-other')).toEqual(['pool-first', 'pool-gone', 'pool-other'])
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
  }, 60_000)
  await refused
  expect(await holdersOf('pool-running')).toEqual(before)
  await living.query('select pg_advisory_unlock_all()')
  await workers.startRun(async () => ({ id: 'pool-late' }))
  expect(await holdersOf('pool-late')).toEqual(before)
  await workers.stop()
})

test('takes no more jobs while it cannot take its lock again, and goes on with them afterwards', async () => {
  const done: string[] = []
  const note = job('try.note', z.object({ worker: z.string() }), async (_, { worker }) => void done.push(worker))
  const { worker: workerPool, ports } = portal
  const log = pino({ level: 'silent' })
  const times = { everyMs: 50, relockMs: 500 }
  const workers = await startWorkers({ workerPool, ports, jobs: [note], nightly: [], log, heartbeatTimes: times })
  const listeners = async () => {
    const listens = `select from pg_stat_activity where datname = current_database() and query ilike 'listen "jobs:%'`
    return (await portal.owner.query(listens)).rowCount
  }
  const loseLocks = async () => {
    const end = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
      and database = (select oid from pg_database where datname = current_database())`
    return (await portal.owner.query(end)).rowCount
  }
  expect(await loseLocks()).toBe(1)
  // The lock is back at once. The next loss counts from its own beginning.
  await vi.waitFor(async () => expect(await loseLocks()).toBe(1), 60_000)
  await vi.waitFor(async () => expect(await listeners()).toBe(1), 60_000)
  // Another process that starts for a long time: nobody else can lock meanwhile.
  await living.query(`select pg_advisory_lock(hashtextextended('vialdesk workers are starting', 0))`)
  try {
    await loseLocks()
    await vi.waitFor(async () => expect(await listeners()).toBe(0), 60_000)
    await addJob(portal, 'try.note', { worker: 'waiting' })
    expect(await holders()).toEqual([])
    expect(done).toEqual([])
  } finally {
    await living.query('select pg_advisory_unlock_all()')
  }
  await vi.waitFor(() => expect(done).toEqual(['waiting']), 60_000)
  await workers.stop()
})

test('gives jobs that do not end at a stop to other processes', async () => {
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const slow = job('try.note', z.object({}), async () => {
    begun.resolve()
    await finish.promise
  })
  const { worker: workerPool, ports } = portal
  const log = pino({ level: 'silent' })
  // One worker: a second one could be about to look for a job when the run stops.
  const workers = await startWorkers({ workerPool, ports, jobs: [slow], nightly: [], log, concurrency: 1 })
  await addJob(portal, 'try.note', { worker: 'stopped' })
  await begun.promise
  const stopped = workers.stop()
  expect(await holders()).toHaveLength(1)
  await workers.abandon()
  expect(await holders()).toEqual([])
  expect(await work('stopped')).toEqual(['stopped'])
  finish.resolve()
  await stopped
})

test('notices a machine that vanishes without closing its connection within 10 s', async () => {
  const held = Promise.withResolvers<pg.PoolClient>()
  portal.worker.once('acquire', held.resolve)
  const workers = startWorkerHeartbeat(portal.worker, pino({ level: 'silent' }))
  await workers.startRun(async () => ({ id: 'pool-own' }))
  const client = await held.promise
  const settings = `select name, setting::int from pg_settings where name like 'tcp\\_%'`
  const { rows } = await client.query(settings)
  const tcp = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  // A connection through a Unix socket cannot vanish, and its settings are 0.
  expect(Object.keys(tcp)).toHaveLength(4)
  expect(tcp.tcp_keepalives_idle + tcp.tcp_keepalives_interval * tcp.tcp_keepalives_count).toBeGreaterThan(0)
  expect(tcp.tcp_keepalives_idle + tcp.tcp_keepalives_interval * tcp.tcp_keepalives_count).toBeLessThanOrEqual(10)
  expect(tcp.tcp_user_timeout).toBe(10_000)
  await workers.stop()
})
