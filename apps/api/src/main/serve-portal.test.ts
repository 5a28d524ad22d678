/** A stop while requests and jobs run. Time passes only when a test says so. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#api/testing/database.ts'
import { startServedPortal } from '#api/testing/served-portal.ts'
import { GRACE_MS } from './shutdown.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-serve-'))
afterAll(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** Sends all of a request but its last byte. */
async function sendUnfinished(url: string, call: string, body: object) {
  const text = JSON.stringify(body)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (more: string) => {
    answer += more
  })
  await once(socket, 'connect')
  const head = `POST ${call} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`
  socket.write(`${head}\r\n\r\n${text.slice(0, -1)}`)
  return { answer: () => answer, closed: once(socket, 'close') }
}

test('answers requests that do not end within 10 s after the signal to stop, and then stops', async () => {
  const { ownerUrl } = await createTestDatabase()
  const portal = await startServedPortal({ DATABASE_URL: ownerUrl, DATA_DIR: folder, SECRET_KEY: 'k'.repeat(40) })
  const warn = vi.spyOn(portal.services.log, 'warn')
  const change = await sendUnfinished(portal.url, '/api/v1/contact/', { name: 'Ada' })
  const payment = await sendUnfinished(portal.url, '/api/v1/transactions/', { invoice_id: '1' })
  // An answer on another connection proves that the server has read what came before it.
  expect((await fetch(`${portal.url}/readyz`)).status).toBe(200)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(GRACE_MS).toBe(10_000)
  const stopped = portal.stop()
  await vi.advanceTimersByTimeAsync(GRACE_MS - 1)
  expect([change.answer(), payment.answer()]).toEqual(['', ''])
  await vi.advanceTimersByTimeAsync(1)
  await expect.poll(() => [change.answer(), payment.answer()]).not.toContain('')
  // The server waits for the rest of these requests, but not for long.
  await vi.advanceTimersByTimeAsync(1000)
  await Promise.all([change.closed, payment.closed])
  vi.useRealTimers()
  await stopped
  expect(change.answer()).toMatch(/^HTTP\/1\.1 503 .*"message":"The portal is restarting\. .*"code":"uncertain"/s)
  expect(payment.answer()).toMatch(
    /^HTTP\/1\.1 503 .*"code":"uncertain","error_message":"The portal is restarting, .*same invoice/s,
  )
  expect(warn).toHaveBeenCalledWith({ requests: 2 }, expect.stringContaining('did not end in time'))
})
