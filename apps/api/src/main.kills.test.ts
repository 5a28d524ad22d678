/**
 * An installation like that of `npm start` during payments. First its database connections are killed, then the
 * portal. Each time it recovers by itself. In the end every invoice is charged and recorded once or not at all.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from './db/connection/pools.ts'
import { findRunningCluster } from './embedded-postgres/find-running-cluster.ts'
import { findFreePort } from './embedded-postgres/postmaster.ts'
import { stopLeftover } from './embedded-postgres/stop-leftover.ts'
import { checkoutForm, makeLookupsDue, paymentStateOf } from './features/checkout/checkout.fixture.ts'
import { countJobs } from './main/count-jobs.ts'
import { type PortalProcess, startPortalProcess } from './testing/portal-process.ts'

/** Each moment of a payment twice, with a connection that is ended and one that is killed. */
const CONNECTION_KILLS = 6
/** Each moment of a payment once: the portal needs seconds to start again. */
const PORTAL_KILLS = 3
const LONG_WAIT = { timeout: 60_000, interval: 50 }

let folder: string
let port: number
let portal: PortalProcess
let owner: pg.Pool
let token: string
let isStopping = false
const payers: Promise<void>[] = []
/** Rejects with the first failure of a payer. */
const failure = Promise.withResolvers<never>()
failure.promise.catch(() => {})
const orFailure = <T>(work: Promise<T>) => Promise.race([work, failure.promise])
/** The result of each payment that the payer knows; `sent` before the answer. */
const results = new Map<string, 'sent' | 'success' | 'unknown'>()

const dataDir = () => path.join(folder, 'data')

async function start(): Promise<void> {
  portal = startPortalProcess({ PORT: String(port), DATA_DIR: dataDir(), RATE_LIMIT_FACTOR: '1000000' })
  await portal.waitForOutput('Vialdesk is running at')
  await owner?.end()
  // PostgreSQL accepts connections a moment before it writes that to postmaster.pid.
  await vi.waitFor(() => expect(findRunningCluster(dataDir())).toBeDefined(), LONG_WAIT)
  owner = openPool(findRunningCluster(dataDir())?.('vialdesk') ?? '', { max: 2 })
}

async function callPortal(method: string, urlPath: string, body?: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Token ${token}` }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`http://127.0.0.1:${port}${urlPath}`, init)
  if (!answer.ok) throw new Error(`${urlPath} answered ${answer.status}`)
  return (await answer.json()) as Record<string, string>
}

/** Pays one invoice after another while the test runs. */
async function payInvoices(): Promise<void> {
  while (!isStopping) {
    const reserved = await vi.waitFor(() => callPortal('GET', '/api/v1/transactions/get-last-id/'), LONG_WAIT)
    const invoice = reserved.transaction_id as string
    results.set(invoice, 'sent')
    const answer = await callPortal('POST', '/api/v1/transactions/', checkoutForm(invoice)).catch(() => undefined)
    results.set(invoice, answer?.code === 'success' ? 'success' : 'unknown')
  }
}

const startPaying = () => void payers.push(...[payInvoices(), payInvoices()].map((payer) => payer.catch(failure.reject)))

const count = (what: string) => [...results.values()].filter((state) => state === what).length

/** Moments of a payment that can be awaited: it is sent, it is stored, or another payment than `before` is done. */
const moments = [
  () => expect(count('sent')).toBeGreaterThan(0),
  async () =>
    expect(
      (await owner.query(`select from checkout_attempts where lease_until > now() and status = 'sending'`)).rowCount,
    ).toBeGreaterThan(0),
  (before: number) => expect(count('success')).toBeGreaterThan(before),
]

/** Kills something at a moment of a payment, and waits until a payment that began after it is done. */
async function killDuring(round: number, kill: () => Promise<string>): Promise<void> {
  let killed = 'nothing yet'
  try {
    const before = count('success')
    await orFailure(vi.waitFor(() => moments[round % moments.length]?.(before), { timeout: 20_000, interval: 1 }))
    killed = await kill()
    const begun = new Set(results.keys())
    const doneSince = () => [...results].filter(([invoice, state]) => state === 'success' && !begun.has(invoice))
    await orFailure(vi.waitFor(() => expect(doneSince()).not.toEqual([]), LONG_WAIT))
    expect(portal.child.exitCode).toBeNull()
  } catch (cause) {
    throw new Error(`Round ${round} killed ${killed}. Output of the portal:\n${portal.output()}`, { cause })
  }
}

async function expectNothingLostOrDoubled(): Promise<void> {
  isStopping = true
  await orFailure(Promise.all(payers.splice(0)))
  isStopping = false
  await vi.waitFor(
    async () => {
      await makeLookupsDue({ owner })
      // Without this, the queue looks for jobs only every 2 s.
      await owner.query(`select pg_notify('jobs:insert', '{"count": 10}')`)
      const open = await owner.query(`select status from checkout_attempts where status in ('sending', 'unknown', 'held')`)
      expect(open.rows).toEqual([])
    },
    { timeout: 60_000, interval: 200 },
  )
  await vi.waitFor(async () => {
    // A job whose connection was killed waits for its next try, such as the mail of a receipt.
    await owner.query(`select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where attempts > 0 and attempts < max_attempts and run_at > now() and locked_by is null and last_error is not null), run_at => now())`)
    const jobs = `select task_identifier, attempts, locked_by, last_error from graphile_worker.jobs where run_at <= now()`
    expect((await owner.query(jobs)).rows).toEqual([])
  }, LONG_WAIT)
  expect(await countJobs(owner)()).toMatchObject({ dead: 0 })
  for (const [invoice, state] of results) {
    const stand = await paymentStateOf({ owner }, invoice)
    const receipts = await owner.query(`select from mail_outbox where subject = 'Receipt ' || $1`, [invoice])
    const found = { invoice, ...stand, receipts: receipts.rowCount }
    const paid = { invoice, charges: 1, sales: 1, states: ['approved'], receipts: 2 }
    const notCharged = { invoice, charges: 0, sales: 0, states: stand?.states.length === 0 ? [] : ['rejected'], receipts: 0 }
    expect(found).toEqual(state === 'success' || stand?.sales ? paid : notCharged)
  }
  results.clear()
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-kills-'))
  port = await findFreePort()
  await start()
  const login = await callPortal('POST', '/auth/login/', { email: 'harvestcenter@demo.example', password: 'demo-portal' })
  token = login.token as string
}, 120_000)
afterAll(async () => {
  isStopping = true
  await Promise.allSettled(payers)
  await owner?.end()
  await portal?.stop('SIGKILL')
  await stopLeftover(path.join(dataDir(), 'postgres'))
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

test(`keeps serving after ${CONNECTION_KILLS} killed database connections`, { timeout: 240_000 }, async () => {
  startPaying()
  for (let round = 0; round < CONNECTION_KILLS; round++) {
    await killDuring(round, async () => {
      const backends = await owner.query<{ pid: number; application_name: string; query: string }>(
        `select pid, application_name, query from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
         and pid <> pg_backend_pid() order by random() limit 1`,
      )
      const [backend] = backends.rows
      if (!backend) throw new Error('The portal has no connection')
      const { pid, application_name, query } = backend
      // The second connection makes PostgreSQL end all its connections and recover.
      if (round % 2 === 0) await owner.query('select pg_terminate_backend($1)', [pid])
      else process.kill(pid, 'SIGKILL')
      return `the backend of ${application_name} with ${query}`
    })
  }
  await expectNothingLostOrDoubled()
})

test(`serves again after each of ${PORTAL_KILLS} kills of the portal`, { timeout: 400_000 }, async () => {
  startPaying()
  for (let round = 0; round < PORTAL_KILLS; round++) {
    await killDuring(round, async () => {
      await portal.stop('SIGKILL')
      await start()
      return 'the portal'
    })
  }
  await expectNothingLostOrDoubled()
})
