import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type TestPortal, testPortal } from '#api/testing/portal.ts'
import { job, startWorkers } from './jobs.ts'
import { standForWorkers } from './living-workers.ts'

let portal: TestPortal
let living: pg.Client

beforeAll(async () => {
  portal = await testPortal()
  living = new pg.Client({ connectionString: portal.owner.options.connectionString as string })
  await living.connect()
})
afterAll(async () => {
  await living.end()
  await portal.close()
})

/** A job that a worker has begun. */
async function begunBy(worker: string) {
  await portal.arrange((db) => db.enqueue('try.note', { worker }))
  await portal.owner.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = $1, attempts = 1 where payload->'data'->>'worker' = $1`,
    [worker],
  )
}

/** Starts workers, waits until they did a job that is put on the queue after all others, and stops them; answers what they did. */
async function work(): Promise<string[]> {
  const done: string[] = []
  const note = job('try.note', z.object({ worker: z.string() }), async (_, { worker }) => void done.push(worker))
  const { owner: ownerPool, ports } = portal
  const workers = await startWorkers({
    ownerPool,
    ports,
    jobs: [note],
    nightly: [],
    log: pino({ level: 'silent' }),
    concurrency: 2,
  })
  await portal.arrange((db) => db.enqueue('try.note', { worker: 'nobody' }))
  await vi.waitFor(() => expect(done).toContain('nobody'), 20_000)
  await workers.stop()
  return done.sort()
}

test('what a dead worker had begun is begun again at the next start; what a living one does is left to it', async () => {
  await living.query(`select pg_advisory_lock_shared(hashtextextended('vialdesk worker worker-living', 0))`)
  await begunBy('worker-dead')
  await begunBy('worker-living')
  expect(await work()).toEqual(['nobody', 'worker-dead'])
  // Nobody is asked whether it is really gone: its connection says so.
  await living.query('select pg_advisory_unlock_all()')
  expect(await work()).toEqual(['nobody', 'worker-living'])
})

test('workers are stood for while they work, and not after', async () => {
  const held = async () => {
    const { rows } = await portal.owner.query(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return rows[0].n
  }
  const { owner: ownerPool, ports } = portal
  const workers = await startWorkers({ ownerPool, ports, jobs: [], nightly: [], log: pino({ level: 'silent' }), concurrency: 3 })
  expect(await held()).toBe(3)
  await workers.stop()
  await vi.waitFor(async () => expect(await held()).toBe(0))
})

test('a later look sets free what others left, and never what is our own', async () => {
  const ids: string[] = []
  const workers = await standForWorkers(portal.owner, pino({ level: 'silent' }), ids, async () => void ids.push('worker-own'))
  await begunBy('worker-own')
  await begunBy('worker-gone')
  await workers.look()
  const { rows } = await portal.owner.query('select locked_by from graphile_worker._private_jobs where locked_by is not null')
  expect(rows).toEqual([{ locked_by: 'worker-own' }])
  await workers.stop()
  expect(await work()).toEqual(['nobody', 'worker-gone', 'worker-own'])
})
