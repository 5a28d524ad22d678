/** A connection that breaks silently: a statement gets neither an answer nor an error. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { toApiError } from '#api/platform/http/errors/to-api-error.ts'
import { createTestDatabase } from '#api/testing/database.ts'
import { openPool } from './pools.ts'

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
  const pool = openPool(proxy.url, { statementTimeoutMs: 15_000 })
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
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await outcome).toBe('unavailable')
  expect(pool.totalCount).toBe(0)
  vi.useRealTimers()
  await pool.end()
  proxy.close()
})
