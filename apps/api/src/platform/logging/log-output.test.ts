/** Logging never changes an answer, even if lines cannot be written. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { embeddedGateway } from '#api/adapters/payments/embedded.ts'
import { paymentGateways } from '#api/adapters/payments/gateways.ts'
import { buildApp } from '#api/app/app.ts'
import { checkoutForm, createBuyer, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import type { PaymentGateway } from '#api/platform/ports/payments.ts'
import { startTestPortal } from '#api/testing/test-portal.ts'
import { createLog } from './log.ts'
import { lostLineCount } from './log-output.ts'

const full = () => {
  throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
}

test('answers changes with success while the log cannot be written', async () => {
  const silent: PaymentGateway = {
    ...embeddedGateway({ pool: undefined as never }),
    charge: async () => {
      throw new Error('the provider did not answer')
    },
  }
  const portal = await startTestPortal({
    payments: {
      ...paymentGateways({ pool: undefined as never, settingsOf: async () => ({}), simulates: true }),
      embedded: silent,
    },
  })
  const { caller, center } = await createBuyer(portal)
  const log = createLog({ level: 'trace', destination: { write: full } })
  const free = async () => {}
  const limits = { takeAttempt: free, forgiveAttempts: free, isExhausted: async () => false }
  const app = await buildApp({ ...portal, auditPool: portal.pool, limits, log, version: 'test' })
  const headers = { domain: 'acme', authorization: `Token ${await portal.tokenOf(center)}` }
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers })
  const before = lostLineCount()

  const question = { name: 'Ada', email: 'ada@mail.example', message: 'Is the disk full?' }
  const asked = await post('/api/v1/contact/', question)
  expect([asked.statusCode, asked.json()]).toEqual([200, { message: 'Your question has been sent.' }])
  expect((await portal.owner.query('select message from questions')).rows).toEqual([{ message: question.message }])

  // Before this answer, the failed charge is logged.
  const invoice = await reserveInvoice(caller)
  const paid = await post('/api/v1/transactions/', checkoutForm(invoice))
  expect(paid.statusCode).toBe(200)
  expect((await caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe('confirming')
  expect(lostLineCount()).toBeGreaterThan(before)
  await app.close()
  await portal.close()
})

test('loses a line that cannot be made, and the caller goes on', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
  const unreadable = {
    get name(): string {
      throw new Error('not now')
    },
  }
  const before = lostLineCount()
  log.child({ task: 'try' }).warn(unreadable, 'a thing')
  log.info('the next')
  expect(lostLineCount() - before).toBe(1)
  expect(lines).toHaveLength(1)
})

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

test('writes again when there is space, although too many lines were kept meanwhile', async () => {
  const program = `
    const { createLog } = await import(${here('./log.ts')})
    const { lostLineCount } = await import(${here('./log-output.ts')})
    const log = createLog({ level: 'info' })
    while (lostLineCount() === 0) log.info('x '.repeat(5000))
    console.error('full')
    await new Promise((resolve) => process.stdin.once('end', resolve).resume())
    for (let n = 0; n < 3; n++) log.info('y '.repeat(5000))`
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-log-'))
  const file = path.join(folder, 'log')
  const output = openSync(file, 'a')
  // At most 4,096 blocks of 512 or 1,024 bytes: as if the disk were full.
  const limited = ['-c', 'ulimit -f 4096; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', program]
  const child = spawn('/bin/sh', limited, { stdio: ['pipe', output, 'pipe'] })
  closeSync(output)
  const ended = once(child, 'exit')
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (more: string) => {
    said += more
  })
  await vi.waitFor(() => expect(said).toContain('full\n'), 60_000)
  truncateSync(file)
  child.stdin?.end()
  expect(await ended).toEqual([0, null])
  expect(readFileSync(file, 'utf8').includes('y '.repeat(5000)), 'a new line').toBe(true)
  rmSync(folder, { recursive: true })
})

test('counts the lines that are lost after the reader of the log has gone', async () => {
  const program = `
    const { createLog } = await import(${here('./log.ts')})
    const { lostLineCount } = await import(${here('./log-output.ts')})
    const log = createLog({ level: 'info' })
    log.info('the first')
    await new Promise((resolve) => process.stdin.once('end', resolve).resume())
    for (let n = 0; n < 300; n++) log.info('x '.repeat(5000))
    console.error('lost: ' + lostLineCount())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const said = text(child.stderr)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child.stdout, 'close')
  child.stdin.end()
  expect(await said).toMatch(/^Vialdesk: the log cannot be written \(EPIPE\)\.\nlost: [1-9]\d*\n$/)
})
