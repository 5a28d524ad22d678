/**
 * The program with its own PostgreSQL during payments: its connections, then the program itself are killed. Each time it recovers by itself. In
 * the end every invoice is charged and recorded once or not at all. At last its PostgreSQL is killed.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { inDomain } from '#api/db/transaction.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'
import { stopLeftover } from '#api/embedded-postgres/stop-leftover.ts'
import { checkoutForm, makeLookupsDue, paymentStateOf } from '#api/features/checkout/checkout.fixture.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createCenter, createDomain } from '#api/testing/factories.ts'
import { findLastingPort } from '#api/testing/lasting-port.ts'
import { type PortalProcess, startPortalProcess } from '#api/testing/portal-process.ts'
import { copyPreparedData } from '#api/testing/prepared-data.ts'
import { countJobs } from './count-jobs.ts'

/** Payments that are stopped at each of their two moments when something is killed. */
const STOPPED = 2
const login = { email: 'front@northside.example', password: 'a long password' }

const { dataDir, remove } = copyPreparedData('vialdesk-kills')
let port: number
let portal: PortalProcess
let owner: pg.Pool
let token = ''
/** The results of the payments by their invoices. Without an answer, the payer knows nothing. */
const results = new Map<string, 'success' | 'unknown'>()

async function start(): Promise<void> {
  portal = startPortalProcess({ PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT_FACTOR: '1000000' })
  await portal.waitForOutput('Vialdesk is running at')
  await owner?.end()
  // PostgreSQL accepts connections a moment before it writes that to postmaster.pid.
  const url = await vi.waitUntil(() => findRunningCluster(dataDir)?.('vialdesk'), { timeout: 60_000, interval: 20 })
  owner = openPool(url, { max: 3 })
}

async function callPortal(method: string, urlPath: string, body?: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', domain: 'acme', ...(token && { authorization: `Token ${token}` }) }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`http://127.0.0.1:${port}${urlPath}`, init)
  if (!answer.ok) throw new Error(`${urlPath} answered ${answer.status}`)
  return (await answer.json()) as Record<string, string>
}

const reserve = async () => (await callPortal('GET', '/api/v1/transactions/get-last-id/')).transaction_id as string

async function pay(invoice: string): Promise<boolean> {
  const answer = await callPortal('POST', '/api/v1/transactions/', checkoutForm(invoice)).catch(() => undefined)
  results.set(invoice, answer?.code === 'success' ? 'success' : 'unknown')
  return answer?.code === 'success'
}

const reserveSome = () => Promise.all(Array.from({ length: STOPPED }, reserve))

/** The connections of the portal whose statements with this text wait for a table. */
const waiting = async (statement: string) =>
  (
    await owner.query<{ pid: number }>(
      `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and strpos(query, $1) > 0`,
      [statement],
    )
  ).rows

/** Stops payments after their charges and others before theirs, and kills something then. Afterwards the portal must serve again by itself. */
async function killDuringPayments(kill: () => Promise<unknown>): Promise<void> {
  const [some, others] = [await reserveSome(), await reserveSome()]
  const holder = await owner.connect()
  holder.on('error', () => {})
  const stopAt = async (table: string, statement: string, invoices: string[]) => {
    await holder.query(`lock table ${table} in share mode`)
    const payments = invoices.map(pay)
    await expect.poll(() => waiting(statement)).toHaveLength(STOPPED)
    return payments
  }
  try {
    await holder.query('begin')
    const charged = await stopAt('transactions', 'insert into "transactions"', some)
    const stored = await stopAt('gateway_sim.sim_transactions', 'gateway_sim.sim_transactions', others)
    await kill()
    await holder.query('rollback').catch(() => undefined)
    await Promise.all([...charged, ...stored])
  } finally {
    holder.release(true)
  }
  if (portal.child.signalCode !== null) await start()
  await expect.poll(async () => pay(await reserve()).catch(() => false)).toBe(true)
  expect(portal.child.exitCode).toBeNull()
}

beforeAll(async () => {
  port = await findLastingPort()
  await start()
  const domainId = await createDomain(owner, { identifier: 'acme' })
  const password_hash = await hashPassword(login.password)
  await inDomain(owner, domainId, async (db) => {
    await insertInitialRows(db)
    await createCenter(db, { email: login.email, password_hash, email_verified_at: new Date() })
  })
  token = (await callPortal('POST', '/auth/login/', login)).token as string
})
afterAll(async () => {
  await owner?.end()
  await portal?.stop('SIGKILL')
  await stopLeftover(path.join(dataDir, 'postgres'))
  remove()
})

test.each<[string, () => Promise<unknown>]>([
  [
    'PostgreSQL ends all its connections',
    () => owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'vialdesk\\_%'`),
  ],
  [
    // PostgreSQL ends all its connections then, and recovers.
    'one of its connections is killed',
    async () => process.kill((await waiting('insert into "transactions"'))[0]?.pid ?? 0, 'SIGKILL'),
  ],
  ['it is killed and started again', () => portal.stop('SIGKILL')],
])('serves again after %s during payments', async (_what, kill) => {
  await killDuringPayments(kill)
})

test('has charged and recorded every invoice once, or not at all', async () => {
  await expect
    .poll(async () => {
      await makeLookupsDue({ owner })
      // Without this, the queue looks for jobs only every 2 s.
      await owner.query(`select pg_notify('jobs:insert', '{"count": 10}')`)
      return (await owner.query(`select status from checkout_attempts where status in ('sending', 'unknown', 'held')`)).rows
    })
    .toEqual([])
  await expect
    .poll(async () => {
      // A job whose connection was killed waits for its next try, such as the mail of a receipt.
      await owner.query(`select graphile_worker.reschedule_jobs(array(
        select id from graphile_worker.jobs
        where attempts > 0 and attempts < max_attempts and run_at > now() and locked_by is null and last_error is not null), run_at => now())`)
      const jobs = `select task_identifier, attempts, locked_by, last_error from graphile_worker.jobs where run_at <= now()`
      return (await owner.query(jobs)).rows
    })
    .toEqual([])
  expect(await countJobs(owner)()).toMatchObject({ dead: 0 })
  expect(results.size).toBeGreaterThanOrEqual(3 * (2 * STOPPED + 1))
  for (const [invoice, state] of results) {
    const stand = await paymentStateOf({ owner }, invoice)
    const receipts = await owner.query(`select from mail_outbox where subject = 'Receipt ' || $1`, [invoice])
    const found = { invoice, ...stand, receipts: receipts.rowCount }
    const paid = { invoice, charges: 1, sales: 1, states: ['approved'], receipts: 2 }
    const notCharged = { invoice, charges: 0, sales: 0, states: stand?.states.length === 0 ? [] : ['rejected'], receipts: 0 }
    expect(found).toEqual(state === 'success' || stand?.sales ? paid : notCharged)
  }
})

test('ends with code 1 when its PostgreSQL is killed, for whoever starts it again', async () => {
  const [postmaster] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(postmaster), 'SIGKILL')
  expect(await portal.exitCode).toBe(1)
  expect(portal.output()).toContain('PostgreSQL has stopped unexpectedly')
})
