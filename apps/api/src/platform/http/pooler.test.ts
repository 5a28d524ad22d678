/** The portal behind PgBouncer in transaction mode: each transaction may get another connection of PostgreSQL. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { StatementBatch } from '#api/db/connection/statement-batch.ts'
import { inDomain } from '#api/db/transaction.ts'
import { findFreePort } from '#api/embedded-postgres/postmaster.ts'
import { checkoutForm, createBuyer, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { assertPooler } from '#api/main/database/assert-pooler.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { type Pgbouncer, startPgbouncer } from '#api/testing/pgbouncer.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

/** Fewer than the portal has, so that its connections take turns. */
const POOL_SIZE = 3
const PASSWORD = 'portal-password'

const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-pooler-'))
let database: TestDatabase
let pgbouncer: Pgbouncer
let poolerUrl: string
let portal: TestPortal

beforeAll(async () => {
  chmodSync(folder, 0o755)
  database = await createTestDatabase()
  const { hostname, port, username: user, password } = new URL(database.appUrl)
  const own = await findFreePort()
  const logins = [{ user, password: decodeURIComponent(password) }]
  pgbouncer = await startPgbouncer({
    folder,
    port: own,
    server: { host: hostname, port: Number(port) },
    logins,
    poolSize: POOL_SIZE,
  })
  const url = new URL(database.appUrl)
  url.port = String(own)
  poolerUrl = url.href
  portal = await startTestPortal({}, { database, poolerUrl })
})
afterAll(async () => {
  await portal.close()
  await pgbouncer.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('log-in, list, change, search, export and payment work, for many callers at once', async () => {
  const hash = await hashPassword(PASSWORD)
  const patients = await portal.seed(async (db) => {
    await createUser(db, 'admin', { email: 'admin@acme.example', password_hash: hash })
    const ids: number[] = []
    for (let n = 0; n < 8; n++) ids.push(await createPatient(db, { last_name: `Hale ${n}` }))
    return ids
  })
  const login = await portal.guest.post('/auth/login/', { email: 'admin@acme.example', password: PASSWORD })
  expect(login.statusCode).toBe(200)
  const admin = portal.clientFor('acme', login.json().token)
  const callsOf = async (id: number) => {
    const changed = await admin.patch(`/api/v1/users/${id}/`, { city: `City ${id}` })
    const one = await admin.get(`/api/v1/users/${id}/`)
    const list = await admin.get('/api/v1/users/patient/list/?limit=50')
    const found = await admin.get('/api/v1/search/?search=Hale')
    const report = await admin.get('/api/v1/dashboards/admin/')
    expect([changed, one, list, found, report].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(one.json()).toMatchObject({ id, city: `City ${id}` })
    expect(list.json().count).toBe(patients.length)
  }
  // On a busy machine the first connections are idle for so long that they are closed before the last call.
  let most = 0
  portal.pool.on('acquire', () => {
    most = Math.max(most, portal.pool.totalCount)
  })
  await Promise.all([...patients, ...patients].map(callsOf))
  expect(most).toBeGreaterThan(POOL_SIZE)
  const role = new URL(database.appUrl).username
  const ofPooler = `select count(*)::int as n from pg_stat_activity
    where usename = '${role}' and datname = current_database() and application_name <> '' and backend_type = 'client backend'`
  const [{ n } = { n: 0 }] = (await queryOnce(database.ownerUrl, ofPooler)) as { n: number }[]
  // The stream of changed domains has a direct connection.
  expect(n).toBeLessThanOrEqual(POOL_SIZE + 1)
  const exported = await admin.get('/api/v1/users/export-csv/')
  expect([exported.statusCode, exported.body.includes('Hale 7')]).toEqual([200, true])
})

test('a payment through it is charged once and its receipts are sent', async () => {
  const { caller } = await createBuyer(portal)
  const invoice = await reserveInvoice(caller)
  const paid = await caller.post('/api/v1/transactions/', checkoutForm(invoice))
  expect([paid.statusCode, paid.json().code]).toEqual([200, 'success'])
  await portal.runJobs()
  const counts = `
    select (select count(*)::int from transactions where invoice_id = '${invoice}') as sales,
      (select count(*)::int from mail_outbox where subject = 'Receipt ${invoice}') as receipts`
  expect(await queryOnce(database.ownerUrl, counts)).toEqual([{ sales: 1, receipts: 2 }])
})

test('its connections have the settings of the portal, also the limit of a statement', async () => {
  await assertPooler(poolerUrl)
  const { rows } = await portal.pool.query(
    `select current_setting('timezone') as zone, current_setting('statement_timeout') as limit`,
  )
  expect(rows).toEqual([{ zone: 'UTC', limit: '10s' }])
})

test('lost connections of the pooler are answered with 503, and it is used again', async () => {
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  const role = new URL(database.appUrl).username
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}' and datname = current_database()`
  const statuses = new Set<number>()
  for (let round = 0; round < 5; round++) {
    const calls = Array.from({ length: 10 }, () => admin.get('/api/v1/users/patient/list/'))
    await queryOnce(database.ownerUrl, end)
    for (const { statusCode } of await Promise.all(calls)) statuses.add(statusCode)
  }
  expect([...statuses].filter((status) => ![200, 503].includes(status))).toEqual([])
  await expect.poll(async () => (await admin.get('/api/v1/users/patient/list/')).statusCode).toBe(200)
})

test('a start is refused if the pooler is gone, logs in as another role, or gives other settings', async () => {
  const gone = new URL(poolerUrl)
  gone.port = String(await findFreePort())
  await expect(assertPooler(gone.href)).rejects.toThrow(/^The pooler of DATABASE_POOLER_URL cannot be reached: .*ECONNREFUSED/)
  const other = new URL(database.appUrl)
  const worker = new URL(database.workerUrl)
  ;[other.username, other.password] = [worker.username, worker.password]
  // The role of the workers has none of the settings.
  await expect(assertPooler(other.href)).rejects.toThrow(/have another \w+ than .*Run: npm run portal -- migrate/)
})

test('statements have no names, which another connection of PostgreSQL would not know', async () => {
  const pool = openPool(poolerUrl, { max: 1, pooled: true })
  const statement = { text: 'select $1::int as n', values: [1] }
  for (let n = 0; n < 3; n++) {
    expect(await inDomain(pool, 1, (db) => db.rows(statement.text, statement.values))).toEqual([{ n: 1 }])
    // Libraries give names.
    expect((await pool.query({ name: 'known', ...statement })).rows).toEqual([{ n: 1 }])
    const client = await pool.connect()
    const batch = new StatementBatch(client)
    const answers = [batch.add(statement), batch.add(statement)]
    await batch.send()
    client.release()
    for (const { rows } of await Promise.all(answers)) expect(rows).toEqual([{ n: 1 }])
  }
  const { rows } = await pool.query('select statement from pg_prepared_statements')
  expect(rows).toEqual([])
  await pool.end()
})
