/** The transactions of a read change nothing, whatever the database finds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '#api/platform/crypto/sha256.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { openReadTransaction } from './read-transaction.ts'
import { openTransaction, type SessionRow } from './transaction.ts'

let portal: TestPortal
let admin: number
let tokenHash: string
let session: SessionRow

beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.seed((db) => createUser(db, 'admin'))
  tokenHash = sha256(await portal.tokenOf(admin))
  const open = await openTransaction(portal.pool, portal.domainId, tokenHash)
  session = open.session as SessionRow
  await open.commit()
})
afterAll(() => portal.close())

const open = (statementTimeoutMs?: number, hash = tokenHash) =>
  openReadTransaction(portal.pool, portal.domainId, hash, { expected: session, statementTimeoutMs })

const rename = `update users set first_name = 'Changed' where domain_id = $1 and id = $2 returning id`

describe.each([
  ['with a live session', () => tokenHash],
  ['without one', () => sha256('no session has this token')],
])('%s', (name, hashOf) => {
  test('PostgreSQL refuses a change in the first statement', async () => {
    const { db, isConfirmed, rollback } = await open(undefined, hashOf())
    await expect(db.rows(rename, [db.domainId, admin])).rejects.toThrow('read-only transaction')
    expect(await isConfirmed()).toBe(name === 'with a live session')
    await rollback()
  })

  test('and in a later one', async () => {
    const { db, rollback } = await open(undefined, hashOf())
    await db.rows('select 1', [])
    await expect(db.rows(rename, [db.domainId, admin])).rejects.toThrow('read-only transaction')
    await rollback()
  })
})

test('every statement belongs to the domain and to the user', async () => {
  const { db, isConfirmed, commit } = await open()
  const settings = `select current_domain()::int as domain, current_setting('app.actor_id') as actor`
  const expected = [{ domain: portal.domainId, actor: String(admin) }]
  expect(await Promise.all([db.rows(settings, []), db.rows(settings, [])])).toEqual([expected, expected])
  expect(await db.rows(settings, [])).toEqual(expected)
  expect(await isConfirmed()).toBe(true)
  await commit()
})

test('the time limit holds for each statement, and ends with the transaction', async () => {
  const limit = `select current_setting('statement_timeout') as limit`
  const { db, commit } = await open(1234.5)
  for (const _ of ['first', 'later']) expect(await db.rows(limit, [])).toEqual([{ limit: '1235ms' }])
  await commit()
  expect((await portal.pool.query(limit)).rows).toEqual([{ limit: '10s' }])
})

test('a failed statement closes the connection, and the others go on', async () => {
  const { db, rollback } = await open()
  await expect(db.rows('select 1 / $1::int', [0])).rejects.toThrow('division by zero')
  const before = portal.pool.totalCount
  await rollback()
  expect(portal.pool.totalCount).toBe(before - 1)
  const again = await open()
  expect(await again.db.rows('select 1 / $1::int as n', [1])).toEqual([{ n: 1 }])
  await again.commit()
})

test('audit entries of a read are saved', async () => {
  const { db, commit } = await open()
  db.auditEntries.push({
    type: 'patient.seen',
    actor_id: admin,
    impersonator_id: null,
    subject_id: null,
    patient_id: null,
    ip: null,
    request_id: 'of a read',
  })
  await commit()
  const { rows } = await portal.owner.query(`select type from audit_log where request_id = 'of a read'`)
  expect(rows).toEqual([{ type: 'patient.seen' }])
})
