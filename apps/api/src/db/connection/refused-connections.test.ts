/** PostgreSQL has fewer connections than the pools want. */
import type pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { migrateQueue } from '#api/db/migrate.ts'
import { toApiError } from '#api/platform/http/errors/to-api-error.ts'
import { listLimits } from '#api/platform/http/limits/list-limits.ts'
import { createMetrics } from '#api/platform/logging/metrics.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { dropFreeDatabase } from '#api/testing/reused-database.ts'
import { openPool } from './pools.ts'
import { openWaitingPool, refusedConnectionCount } from './refused-connections.ts'
import { withClient } from './with-client.ts'

let database: TestDatabase
let pools: pg.Pool[]
let refusedBefore: number

// A refused pool takes connections of any other pool of the process.
beforeAll(dropFreeDatabase)
beforeEach(async () => {
  database = await createTestDatabase()
  pools = []
  refusedBefore = refusedConnectionCount()
})
afterEach(async () => {
  for (const pool of pools) if (!pool.ending) await pool.end()
})

/** The superuser of tests is not limited. */
async function allowConnections(count: number): Promise<void> {
  const name = new URL(database.appUrl).pathname.slice(1)
  await queryOnce(database.ownerUrl, `alter database ${name} connection limit ${count}`)
}

function open(max: number, onRefused = () => {}): pg.Pool {
  const pool = openPool(database.appUrl, { max, onRefused })
  pools.push(pool)
  return pool
}

const hasRefused = () => refusedConnectionCount() > refusedBefore

test('serves the callers of three pools that together want three times as many connections as there are', async () => {
  await allowConnections(5)
  const onRefused = vi.fn()
  const three = [open(5, onRefused), open(5, onRefused), open(5, onRefused)]
  const callers = Array.from({ length: 120 }, (_, n) =>
    three[n % 3]?.query<{ n: number }>('select $1::int as n from pg_sleep(0.01)', [n]).then(({ rows }) => rows[0]?.n),
  )
  expect(await Promise.all(callers)).toEqual(callers.map((_, n) => n))
  expect(hasRefused()).toBe(true)
  expect(onRefused).toHaveBeenCalled()
})

test('gives a refused caller the connection that another caller of the pool releases', async () => {
  await allowConnections(1)
  const pool = open(5)
  const first = await pool.connect()
  const second = pool.connect()
  await vi.waitFor(() => expect(pool.waitingCount).toBe(1), 60_000)
  expect(hasRefused()).toBe(true)
  first.release()
  expect(await second).toBe(first)
  first.release()
})

test('opens a connection for a refused caller as soon as PostgreSQL has one', async () => {
  await allowConnections(1)
  const held = await open(1).connect()
  const pool = open(3)
  const waiting = Array.from({ length: 5 }, () => pool.query('select 1'))
  await vi.waitFor(() => expect([hasRefused(), pool.waitingCount]).toEqual([true, 5]), 60_000)
  held.release(true)
  for (const { rowCount } of await Promise.all(waiting)) expect(rowCount).toBe(1)
})

test('grows to its size again', async () => {
  await allowConnections(1)
  const pool = open(3)
  const held = [await pool.connect()]
  const waiting = [pool.connect(), pool.connect()]
  await vi.waitFor(() => expect(pool.waitingCount).toBe(2), 60_000)
  await allowConnections(3)
  held.push(...(await Promise.all(waiting)))
  expect([pool.totalCount, pool.options.max]).toEqual([3, 3])
  for (const client of held) client.release()
})

/** Opens all connections of the pool. */
async function fill(pool: pg.Pool, count: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()))
  for (const client of clients) client.release()
  expect(pool.idleCount).toBe(count)
}

test('gets a connection without work from another pool of the process', async () => {
  await allowConnections(2)
  const never = { connectionString: database.appUrl, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 0 }
  const neighbour = openWaitingPool({ ...never, max: 2, min: 1, onRefused: () => {} })
  pools.push(neighbour)
  await fill(neighbour, 2)
  expect((await open(2).query('select 1')).rowCount).toBe(1)
  expect([hasRefused(), neighbour.totalCount]).toEqual([true, 1])
})

test('gets a connection that another pool would keep, if there is no other', async () => {
  await allowConnections(1)
  const never = { connectionString: database.appUrl, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 0 }
  const neighbour = openWaitingPool({ ...never, max: 1, min: 1, onRefused: () => {} })
  pools.push(neighbour)
  await fill(neighbour, 1)
  expect((await open(2).query('select 1')).rowCount).toBe(1)
  expect([hasRefused(), neighbour.totalCount]).toEqual([true, 0])
})

test('takes one connection for each refusal, whichever pools have some without work', async () => {
  await allowConnections(6)
  const neighbours = [open(3), open(3)]
  for (const pool of neighbours) await fill(pool, 3)
  expect((await open(2).query('select 1')).rowCount).toBe(1)
  const closed = 6 - neighbours.reduce((sum, { totalCount }) => sum + totalCount, 0)
  expect(closed).toBe(refusedConnectionCount() - refusedBefore)
})

test('leaves a connection to a caller of its own pool who comes before it is closed', async () => {
  await allowConnections(1)
  const neighbour = open(1)
  const pid = async () => (await neighbour.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await pid()
  const ownCaller = new Promise<number | undefined>((resolve) => neighbour.once('acquire', () => resolve(pid())))
  expect((await open(1).query('select 1')).rowCount).toBe(1)
  expect(await ownCaller).toBe(before)
})

test('lists and metrics count with the size of a pool, not with what a refused pool may open', async () => {
  await allowConnections(1)
  const pool = open(10)
  const held = await pool.connect()
  const waiting = pool.connect()
  await vi.waitFor(() => expect([hasRefused(), pool.waitingCount]).toEqual([true, 1]), 60_000)
  const metrics = createMetrics()
  metrics.measurePool('app', pool)
  expect(await metrics.registry.metrics()).toContain('db_pool_size{pool="app"} 10')
  const takeTurn = listLimits(pool, pool, 5000).turnsOf({ answersList: true, isReport: false })
  const turns = Array.from({ length: 6 }, (_, n) => takeTurn?.({ domain: `${n}`, user: `${n}` }, AbortSignal.timeout(2000)))
  expect(await Promise.all(turns)).toHaveLength(6)
  held.release()
  ;(await waiting).release()
})

test('closes connections without work after some seconds, but for those that it keeps', async () => {
  const pool = openPool(database.appUrl, { max: 4, keep: 1 })
  pools.push(pool)
  await fill(pool, 4)
  await expect.poll(() => pool.totalCount).toBe(1)
})

test('refuses a caller as unavailable when no connection is free in time', async () => {
  await allowConnections(0)
  const wait = { connectionString: database.appUrl, connectionTimeoutMillis: 300, max: 2, onRefused: () => {} }
  const pool = openWaitingPool(wait)
  const failures = await Promise.all([1, 2, 3].map(() => pool.query('select 1').catch((error: unknown) => error)))
  expect(failures.map((failure) => toApiError(failure)?.code)).toEqual(Array(3).fill('unavailable'))
  await pool.end()
})

test('other refusals of PostgreSQL fail at once', async () => {
  const wrong = new URL(database.appUrl)
  wrong.password = 'wrong'
  const pool = openPool(wrong.href, { max: 2 })
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '28P01' })
  expect([pool.totalCount, pool.options.max, hasRefused()]).toEqual([0, 2, false])
  await pool.end()
})

test('the update of the job queue waits for its connection', async () => {
  await allowConnections(1)
  const held = await open(1).connect()
  const waiting = migrateQueue(database.workerUrl)
  await expect.poll(hasRefused).toBe(true)
  held.release(true)
  await waiting
})

test('a single connection of the start or the console waits too', async () => {
  await allowConnections(1)
  const other = open(1)
  const held = await other.connect()
  const waiting = withClient(database.appUrl, async (client) => (await client.query('select 1')).rowCount)
  await vi.waitFor(() => expect(hasRefused()).toBe(true), 60_000)
  held.release(true)
  expect(await waiting).toBe(1)
})
