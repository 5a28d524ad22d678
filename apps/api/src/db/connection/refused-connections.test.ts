/** PostgreSQL has fewer connections than the pools want. */
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toApiError } from '#api/platform/http/errors/to-api-error.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { openPool } from './pools.ts'
import { openPatientPool, refusedConnectionCount } from './refused-connections.ts'
import { withClient } from './with-client.ts'

let database: TestDatabase
let pools: pg.Pool[]
let refusedBefore: number

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
}, 30_000)

test('gives a refused caller the connection that another caller of the pool releases', async () => {
  await allowConnections(1)
  const pool = open(5)
  const first = await pool.connect()
  const second = pool.connect()
  await vi.waitFor(() => expect(pool.waitingCount).toBe(1), 20_000)
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
  await vi.waitFor(() => expect([hasRefused(), pool.waitingCount]).toEqual([true, 5]), 20_000)
  held.release(true)
  for (const { rowCount } of await Promise.all(waiting)) expect(rowCount).toBe(1)
})

test('grows to its size again', async () => {
  await allowConnections(1)
  const pool = open(3)
  const held = [await pool.connect()]
  const waiting = [pool.connect(), pool.connect()]
  await vi.waitFor(() => expect(pool.waitingCount).toBe(2), 20_000)
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
  const busyBefore = openPatientPool({ ...never, max: 2, min: 1, onRefused: () => {} })
  pools.push(busyBefore)
  await fill(busyBefore, 2)
  expect((await open(2).query('select 1')).rowCount).toBe(1)
  expect([hasRefused(), busyBefore.totalCount]).toEqual([true, 1])
})

test('closes connections without work after some seconds, but for those that it keeps', async () => {
  const pool = openPool(database.appUrl, { max: 4, keep: 1 })
  pools.push(pool)
  await fill(pool, 4)
  await expect.poll(() => pool.totalCount, { timeout: 20_000 }).toBe(1)
}, 30_000)

test('refuses a caller as unavailable when no connection is free in time', async () => {
  await allowConnections(0)
  const wait = { connectionString: database.appUrl, connectionTimeoutMillis: 300, max: 2, onRefused: () => {} }
  const pool = openPatientPool(wait)
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

test('a single connection of the start or the console waits too', async () => {
  await allowConnections(1)
  const other = open(1)
  const held = await other.connect()
  const waiting = withClient(database.appUrl, async (client) => (await client.query('select 1')).rowCount)
  await vi.waitFor(() => expect(hasRefused()).toBe(true), 20_000)
  held.release(true)
  expect(await waiting).toBe(1)
})
