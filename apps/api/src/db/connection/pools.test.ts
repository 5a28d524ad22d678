/** A connection that breaks silently: a statement gets neither an answer nor an error. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { toApiError } from '#api/platform/http/errors/to-api-error.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { DATABASE_SILENCE_MS, limitSilence, SHARE_OF_A_STATEMENT } from './database-silence.ts'
import { openPool, STATEMENT_MS } from './pools.ts'

/** A proxy to the database that can stop forwarding without closing either connection. */
async function breakableProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => {})
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxyUrl = new URL(url)
  proxyUrl.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: proxyUrl.href, cut, close }
}

afterEach(() => {
  vi.useRealTimers()
})

test('fails a statement without an answer and destroys its connection', async () => {
  const proxy = await breakableProxy((await createTestDatabase()).appUrl)
  const pool = openPool(proxy.url)
  const asked = Promise.withResolvers<void>()
  const transaction = inDomain(pool, 1, async (db) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    proxy.cut()
    asked.resolve()
    await db.rows('select 1 as n', [])
  })
  const outcome = transaction.then(
    () => 'answered',
    (error) => toApiError(error)?.code,
  )
  await asked.promise
  await vi.advanceTimersByTimeAsync(STATEMENT_MS + 5000)
  expect(await outcome).toBe('unavailable')
  expect(pool.totalCount).toBe(0)
  vi.useRealTimers()
  await pool.end()
  proxy.close()
})

/** A request on a pool of one connection that another request uses first. Its proxy breaks when both have begun. */
async function waitForBrokenDatabase() {
  const proxy = await breakableProxy((await createTestDatabase()).appUrl)
  const pool = openPool(proxy.url, { max: 1 })
  const first = await pool.connect()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const waits = limitSilence(undefined, () => inDomain(pool, 1, (db) => db.rows('select 1 as n', [])))
  let outcome = 'waits'
  const done = waits.then(
    () => (outcome = 'answered'),
    (error) => (outcome = toApiError(error)?.code ?? 'another error'),
  )
  const close = async () => {
    vi.useRealTimers()
    await pool.end()
    proxy.close()
  }
  return { proxy, pool, first, done, outcome: () => outcome, close }
}

test.each([
  ['a request waits 12 s for a silent database: for a free connection and its first statement together', 7000, 4900],
  ['a statement gets 3 s, however little time its request has left', 9900, 2900],
])('%s', async (_, waitedMs, almostMs) => {
  const { proxy, pool, first, done, outcome, close } = await waitForBrokenDatabase()
  await vi.advanceTimersByTimeAsync(waitedMs)
  proxy.cut()
  first.release()
  await vi.advanceTimersByTimeAsync(almostMs)
  expect(outcome()).toBe('waits')
  await vi.advanceTimersByTimeAsync(200)
  await done
  expect(outcome()).toBe('unavailable')
  expect([pool.totalCount, pool.waitingCount]).toEqual([0, 0])
  await close()
})

test('a request that waits almost as long as it may is still answered', async () => {
  const { first, done, outcome, close } = await waitForBrokenDatabase()
  await vi.advanceTimersByTimeAsync(9900)
  first.release()
  await done
  expect(outcome()).toBe('answered')
  await close()
})

test('a statement without a limit, of an export, may be silent for longer than a request', async () => {
  const { appUrl } = await createTestDatabase()
  const sleepOn = async (pool: pg.Pool) => {
    await pool.query('select')
    return limitSilence(1000, () => inDomain(pool, 1, (db) => db.rows('select 1 as n from pg_sleep(1.5)', [])))
  }
  const pools = [openPool(appUrl, { statementTimeoutMs: 0 }), openPool(appUrl)] as const
  expect(await sleepOn(pools[0])).toEqual([{ n: 1 }])
  await expect(sleepOn(pools[1])).rejects.toThrow('Query read timeout')
  await Promise.all(pools.map((pool) => pool.end()))
})

test('PostgreSQL cancels a slow statement before its request ends, and a request ends within 15 s', () => {
  expect(STATEMENT_MS).toBeLessThan(DATABASE_SILENCE_MS)
  expect(DATABASE_SILENCE_MS * (1 + SHARE_OF_A_STATEMENT)).toBeLessThanOrEqual(15_000)
})
