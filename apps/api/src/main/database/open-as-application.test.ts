/** A process that serves with the roles of the application, on a database whose owner is no superuser. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { inDomain } from '#api/db/transaction.ts'
import { checkoutForm } from '#api/features/checkout/checkout.fixture.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createEmptyDatabaseOfPlainOwner, createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { createCenter, createDomain, createUser } from '#api/testing/factories.ts'
import { type ServedPortal, startServedPortal } from '#api/testing/served-portal.ts'
import { openAsOwner, openDatabases, reachDatabase } from './databases.ts'

const KEY = 'the key that this installation was made with'
const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-serving-'))
const settings = (databaseUrl: string, secretKey = KEY) => ({ dataDir: folder, databaseUrl, secretKey }) as Configuration
const withoutPassword = (url: string) => {
  const changed = new URL(url)
  changed.password = ''
  return changed.href
}

let ownerUrl: string
let appUrl: string
let workerUrl: string
let owner: pg.Pool
beforeAll(async () => {
  ownerUrl = await createEmptyDatabaseOfPlainOwner()
  // As `portal migrate` does.
  ;({ appUrl, workerUrl } = await openAsOwner(settings(ownerUrl)))
  owner = openPool(ownerUrl, { max: 2 })
})
afterAll(async () => {
  await owner.end()
  rmSync(folder, { recursive: true, force: true })
})

describe('the URL of the application', () => {
  test('opens a migrated database, without a password in it', async () => {
    const opened = await openDatabases(settings(withoutPassword(appUrl)))
    expect(opened).toMatchObject({ appUrl, workerUrl })
    expect(opened.ownerUrl).toBeUndefined()
  })

  test('is refused with another key', async () => {
    await expect(openDatabases(settings(withoutPassword(appUrl), 'x'.repeat(40)))).rejects.toThrow(
      /^The roles of the application cannot log in\. SECRET_KEY must be the key of this installation/,
    )
  })

  test('is refused with a password of its own, and ignores the one of PGPASSWORD', async () => {
    const own = new URL(appUrl)
    own.password = 'a password of its own'
    await expect(openDatabases(settings(own.href))).rejects.toThrow(/^Remove the password from DATABASE_URL/)
    vi.stubEnv('PGPASSWORD', 'of the owner')
    try {
      expect((await openDatabases(settings(withoutPassword(appUrl)))).appUrl).toBe(appUrl)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('names the command if the database is not migrated', async () => {
    const command = /is not migrated .* Run: npm run portal -- migrate$/
    const behind = await createTestDatabase()
    const opened = await openAsOwner(settings(behind.ownerUrl))
    await queryOnce(behind.ownerUrl, `delete from schema_migrations where name = '193-function-rights'`)
    await expect(openDatabases(settings(opened.appUrl))).rejects.toThrow(command)
  })

  test('is not enough for a console command, which uses OWNER_DATABASE_URL', async () => {
    const configuration = settings(withoutPassword(appUrl))
    expect(() => reachDatabase(configuration)).toThrow('set OWNER_DATABASE_URL')
    expect((await reachDatabase({ ...configuration, ownerDatabaseUrl: ownerUrl })).ownerUrl).toBe(ownerUrl)
  })
})

describe('a portal that serves with it', () => {
  let portal: ServedPortal
  let domainId: number
  let otherId: number
  let center: number
  const email = 'front@northside.example'

  const post = (call: string, body: object, token?: string) =>
    fetch(portal.url + call, {
      method: 'POST',
      headers: { 'content-type': 'application/json', domain: 'acme', ...(token && { authorization: `Token ${token}` }) },
      body: JSON.stringify(body),
    })
  const read = (text: string) => inDomain(owner, domainId, (db) => db.rows<Record<string, unknown>>(text, []))

  beforeAll(async () => {
    domainId = await createDomain(owner, { identifier: 'acme' })
    otherId = await createDomain(owner, { identifier: 'globex' })
    await inDomain(owner, otherId, (db) => createUser(db, 'admin'))
    center = await inDomain(owner, domainId, async (db) => {
      await insertInitialRows(db)
      const password_hash = await hashPassword('a long password')
      return createCenter(db, { email, password_hash, email_verified_at: new Date() })
    })
    portal = await startServedPortal({ DATA_DIR: folder, DATABASE_URL: withoutPassword(appUrl), SECRET_KEY: KEY })
  })
  afterAll(() => portal.stop())

  test('logs in, takes a payment, runs its jobs and the night work', async () => {
    const login = await post('/auth/login/', { email, password: 'a long password' })
    expect(login.status).toBe(200)
    const { token } = (await login.json()) as { token: string }
    const headers = { domain: 'acme', authorization: `Token ${token}` }
    const reserved = await fetch(`${portal.url}/api/v1/transactions/get-last-id/`, { headers })
    const { transaction_id } = (await reserved.json()) as { transaction_id: string }
    expect((await post('/api/v1/transactions/', checkoutForm(transaction_id), token)).status).toBe(200)
    await expect.poll(() => read(`select 1 from mail_outbox where message_id like 'receipt-%'`)).not.toEqual([])

    const old = `insert into sessions (domain_id, token_hash, user_id, idle_minutes, expires_at)
      values ($1, '\\x00', $2, 30, now() - interval '31 days')`
    await inDomain(owner, domainId, (db) => db.rows(old, [domainId, center]))
    await owner.query(`select graphile_worker.add_job('sessions.sweep')`)
    await expect.poll(() => read(`select 1 from sessions where token_hash = '\\x00'`)).toEqual([])
  })

  test('cannot change the schema, read another domain or cut the audit, with neither role', async () => {
    const refused = [
      'create table mine (id int)',
      'create temp table mine (id int)',
      'create function mine() returns int language sql return 1',
      'alter table users disable row level security',
      'alter table users no force row level security',
      'drop policy own_domain on users',
      'drop table notices',
      'truncate audit_log',
      'delete from audit_log',
      `update audit_log set type = 'x'`,
      'alter table audit_log disable trigger all',
      'select * from installation',
      `insert into domains (identifier, name, email_sender) values ('mine', 'Mine', 'x@mail.example')`,
      `select nextval('ids.users_1')`,
      'set role vialdesk_search',
    ]
    for (const roleUrl of [appUrl, workerUrl]) {
      for (const text of refused) {
        const inOwnDomain = `begin; set local app.domain_id = '${domainId}'; ${text}`
        await expect(queryOnce(roleUrl, inOwnDomain), `${new URL(roleUrl).username}: ${text}`).rejects.toMatchObject({
          code: '42501',
        })
      }
      const own = openPool(roleUrl, { max: 1 })
      const others = 'select 1 from users where domain_id = $1'
      expect(await inDomain(own, domainId, (db) => db.rows(others, [otherId]))).toEqual([])
      await own.end()
    }
    await expect(queryOnce(appUrl, 'select * from graphile_worker.jobs')).rejects.toMatchObject({ code: '42501' })
    await expect(queryOnce(appUrl, 'select * from signing_certificate')).rejects.toMatchObject({ code: '42501' })
  })
})

test('two installations on one server cannot connect to each other', async () => {
  const other = await openAsOwner(settings((await createTestDatabase()).ownerUrl, 'the key of the other installation'))
  const onOther = (url: string) => {
    const changed = new URL(url)
    changed.pathname = new URL(other.ownerUrl).pathname
    return changed.href
  }
  for (const url of [appUrl, workerUrl, ownerUrl])
    await expect(queryOnce(onOther(url), 'select 1')).rejects.toMatchObject({ code: '42501' })
  for (const url of [appUrl, workerUrl, other.appUrl, other.workerUrl])
    expect(await queryOnce(url, 'select 1 as one')).toEqual([{ one: 1 }])
})
