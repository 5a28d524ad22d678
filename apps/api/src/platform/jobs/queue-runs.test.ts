/** The job queue loses its connections at the worst moments. The process goes on, no job is lost and none stays locked. */
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addJob } from '#api/testing/add-job.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { job, startWorkers, type Workers } from './jobs.ts'

let portal: TestPortal
let start: () => Promise<Workers>
let workers: Workers
let watcher: pg.PoolClient
let runs: string[]
let onRun: () => Promise<void>

beforeEach(async () => {
  portal = await startTestPortal()
  watcher = await portal.owner.connect()
  runs = []
  onRun = async () => {}
  const data = z.object({ name: z.string() })
  const note = job('try.note', data, async (_, { name }) => {
    runs.push(name)
    await onRun()
  })
  const log = pino({ level: 'silent' })
  start = () => startWorkers({ ...portal, workerPool: portal.owner, jobs: [note], nightly: [], log })
  workers = await start()
})
afterEach(async () => {
  await workers.stop()
  watcher.release()
  await portal.close()
})

const add = (name: string) => addJob(portal, 'try.note', { name })
/** Not on the watching connection: within its transaction, PostgreSQL would repeat its first answer about activity. */
const rowsOf = async (text: string) => (await portal.owner.query(text)).rows
const jobsLeft = () => rowsOf('select attempts, locked_by, last_error from graphile_worker._private_jobs')

/** Blocks all statements that change jobs, waits until one waits, and ends its connection. */
async function breakNext(statement: string): Promise<void> {
  await watcher.query('begin; lock table graphile_worker._private_jobs in exclusive mode')
  await breakWaiting(statement)
  await watcher.query('rollback')
}

async function breakWaiting(statement: string): Promise<void> {
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%${statement}%'`
  await vi.waitFor(async () => expect(await rowsOf(kill)).not.toEqual([]), 60_000)
}

/** A job that does not end before the table of jobs is locked. */
async function startAndBreak(statement: string) {
  const locked = Promise.withResolvers<void>()
  onRun = async () => {
    onRun = async () => {}
    await watcher.query('begin; lock table graphile_worker._private_jobs in exclusive mode')
    locked.resolve()
    if (statement.startsWith('update')) throw new Error('not yet')
  }
  await add('first')
  await locked.promise
  await breakWaiting(statement)
  await watcher.query('rollback')
}

test('runs a job once if the connection is lost while its end is written', async () => {
  await startAndBreak('delete from')
  await vi.waitFor(async () => expect(await jobsLeft()).toEqual([]), 60_000)
  await add('second')
  await vi.waitFor(() => expect(runs).toEqual(['first', 'second']), 60_000)
})

test('retries a failed job at its time if the connection is lost while its failure is written', async () => {
  await startAndBreak('update')
  await vi.waitFor(
    async () => expect(await jobsLeft()).toEqual([{ attempts: 1, locked_by: null, last_error: '[Error] not yet' }]),
    60_000,
  )
  await watcher.query('update graphile_worker._private_jobs set run_at = now()')
  await vi.waitFor(() => expect(runs).toEqual(['first', 'first']), 60_000)
  await vi.waitFor(async () => expect(await jobsLeft()).toEqual([]), 60_000)
})

test('unlocks a job if the answer of the locking query was lost', async () => {
  const unanswered = Promise.withResolvers<void>()
  onRun = async () => {
    onRun = async () => {}
    // Written in the name of the running worker: the state after its query for the next job lost its answer.
    const [run] = await jobsLeft()
    await portal.seed(async (db) => {
      const unheardOf = JSON.stringify({ domain_id: db.domainId, data: { name: 'unheard of' } })
      await db.rows(`select graphile_worker.add_job('try.note', $1::json)`, [unheardOf])
      await db.rows(`update graphile_worker._private_jobs set locked_at = now(), locked_by = $1, attempts = 1`, [run?.locked_by])
    })
    unanswered.resolve()
  }
  await add('before')
  await unanswered.promise
  await breakNext('returning *')
  await vi.waitFor(() => expect(runs).toEqual(['before', 'unheard of']), 60_000)
  await vi.waitFor(async () => expect(await jobsLeft()).toEqual([]), 60_000)
})

test('restarts a queue that stopped by itself, and keeps the exit code of the process', async () => {
  const listens = `select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%'`
  await vi.waitFor(async () => expect(await rowsOf(listens)).toHaveLength(1), 60_000)
  const [first] = await rowsOf(listens)
  const { exitCode } = process
  // The queue library takes this for a newer version of its tables.
  await watcher.query(`select pg_notify('worker:migrate', '{"breaking": true}')`)
  await vi.waitFor(async () => {
    const [next] = await rowsOf(listens)
    expect(next).toBeDefined()
    expect(next).not.toEqual(first)
  }, 60_000)
  expect(process.exitCode).toBe(exitCode)
  await add('after')
  await vi.waitFor(() => expect(runs).toEqual(['after']), 60_000)
})

test('goes on with the queue and its running job after losing all database connections at once', async () => {
  const lost = Promise.withResolvers<void>()
  onRun = async () => {
    onRun = async () => {}
    await watcher.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    lost.resolve()
  }
  await add('first')
  await lost.promise
  await vi.waitFor(async () => expect(await jobsLeft()).toEqual([]), 60_000)
  await vi.waitFor(() => add('second'), 60_000)
  await vi.waitFor(() => expect(runs).toEqual(['first', 'second']), 60_000)
})

test('starts the queue later if the connection is lost while it starts', async () => {
  await workers.stop()
  // The lock of a process that is starting its workers.
  const lock = `hashtextextended('vialdesk workers are starting', 0)`
  await watcher.query(`select pg_advisory_lock(${lock})`)
  const starting = start()
  await breakWaiting('pg_advisory_lock')
  workers = await starting
  await watcher.query(`select pg_advisory_unlock(${lock})`)
  await add('after')
  await vi.waitFor(() => expect(runs).toEqual(['after']), 60_000)
})
