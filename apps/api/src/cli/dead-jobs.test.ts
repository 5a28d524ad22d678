/** A job that is queued again under its key has a successor, so it never counts as dead: for the metric, on the console, on the screen. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { migrate } from '#api/db/migrate.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { countJobs } from '#api/main/count-jobs.ts'
import { job, startWorkers } from '#api/platform/jobs/jobs.ts'
import { createUser } from '#api/testing/factories.ts'
import { freeDeadJobs } from '#api/testing/free-dead-jobs.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { describeQueue } from './commands/jobs.ts'

const TASK = 'documents.revoke'
const IN_AN_HOUR = new Date(Date.now() + 3_600_000)
let portal: TestPortal
let admin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  const adminId = await portal.seed(async (db) => {
    const user_id = await createUser(db, 'admin')
    await db.insertInto('installation_admins').values({ domain_id: db.domainId, user_id }).execute()
    return user_id
  })
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from graphile_worker._private_jobs'))

const add = (transact: RunInTransaction, runAt?: Date) =>
  transact((db) => db.enqueue(TASK, { document_id: 1 }, { key: 'revoke:1', ...(runAt && { runAt }) }))
const addNow = () => add(portal.seed)
/** Each webhook has a queue, in which one job runs at a time. */
const addDelivery = (transact: RunInTransaction, runAt?: Date) =>
  transact((db) => db.rows('select enqueue_webhook_delivery(1, 1, $1)', [runAt ?? null]))
const setAll = (set: string) => portal.owner.query(`update graphile_worker._private_jobs set ${set}`)
const jobsLeft = async () =>
  (await portal.owner.query('select key is not null as keyed, attempts, flags from graphile_worker._private_jobs order by id'))
    .rows

async function expectJobs(expected: { waiting: number; dead: number }) {
  const { ready, scheduled, dead } = await countJobs(portal.worker)()
  expect({ waiting: ready + scheduled, dead }).toEqual(expected)
  expect((await describeQueue(portal.owner))[0]).toMatch(new RegExp(`, ${expected.dead} dead$`))
  expect((await admin.get('/api/v1/jobs/')).json()).toMatchObject(expected)
}

const successor = { keyed: true, attempts: 0, flags: null }

test.each([
  ['fails', TASK, add],
  ['of a webhook fails', 'webhooks.deliver', addDelivery],
])('is not dead when it %s after it was queued again', async (_, task, addIt) => {
  await addIt(portal.seed)
  const failing = job(task, z.object({}), async ({ transact }) => {
    await addIt(transact, IN_AN_HOUR)
    throw new Error('no answer')
  })
  const workers = await startWorkers({
    ...portal,
    workerPool: portal.worker,
    jobs: [failing],
    nightly: [],
    log: pino({ level: 'silent' }),
  })
  await vi.waitFor(async () => expect(await jobsLeft()).toEqual([successor]), 60_000)
  await workers.stop()
  await expectJobs({ waiting: 1, dead: 0 })
  const locked = 'select from graphile_worker._private_job_queues where locked_by is not null'
  expect((await portal.owner.query(locked)).rowCount).toBe(0)
})

test('is not dead when its process is killed after it was queued again', async () => {
  await addNow()
  await setAll(`attempts = 1, locked_at = now(), locked_by = 'killed'`)
  await addNow()
  expect(await jobsLeft()).toHaveLength(2)
  await freeDeadJobs(portal)
  expect(await jobsLeft()).toEqual([successor])
  await expectJobs({ waiting: 1, dead: 0 })
})

test('is not dead any more when it is queued again after its last attempt', async () => {
  await addNow()
  await setAll('attempts = max_attempts')
  await expectJobs({ waiting: 0, dead: 1 })
  await addNow()
  await expectJobs({ waiting: 1, dead: 0 })
})

test('is dead after its last attempt, with and without a key, and when its process was killed then', async () => {
  await addNow()
  await portal.seed((db) => db.enqueue(TASK, { document_id: 2 }))
  await setAll(`attempts = max_attempts, locked_at = now(), locked_by = 'killed'`)
  await freeDeadJobs(portal)
  await expectJobs({ waiting: 0, dead: 2 })
})

test('gets its triggers and its index again when the queue library has made its table without them', async () => {
  const additions = async () => {
    const { rows } = await portal.owner.query(`
      select pg_get_triggerdef(oid) as definition from pg_trigger
      where tgrelid = 'graphile_worker._private_jobs'::regclass and tgname like '%superseded'
      union select indexdef from pg_indexes where indexname = 'jobs_by_run'
      order by 1`)
    return rows
  }
  const before = await additions()
  expect(before).toHaveLength(3)
  await portal.owner.query(`
    drop trigger mark_superseded on graphile_worker._private_jobs;
    drop trigger delete_superseded on graphile_worker._private_jobs;
    drop index graphile_worker.jobs_by_run`)
  await migrate(portal.owner.options.connectionString as string)
  expect(await additions()).toEqual(before)
})
