/** The audit log refuses changes, and `verifyAudit` detects the changes of a superuser. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#api/testing/database.ts'
import { createDomain } from '#api/testing/factories.ts'
import { openPool } from './connection/pools.ts'
import type { AuditEntry } from './db.ts'
import { inDomain, type TransactionActor } from './transaction.ts'
import { verifyAudit } from './verify-audit.ts'

const { ownerUrl, appUrl } = await createTestDatabase()
const owner = openPool(ownerUrl, { max: 2 })
const app = openPool(appUrl, { max: 12 })
afterAll(() => Promise.all([owner.end(), app.end()]))

const entry = (values: Partial<AuditEntry> = {}): AuditEntry => ({
  type: 'account.changed',
  actor_id: null,
  impersonator_id: null,
  subject_id: 7,
  patient_id: null,
  before: { city: 'Oslo' },
  after: { city: 'Bergen' },
  ip: '192.0.2.1',
  request_id: 'r-1',
  ...values,
})

let domain: number
beforeEach(async () => {
  domain = await createDomain(owner)
  await inDomain(app, domain, async (db) => {
    db.auditEntries.push(...Array.from({ length: 5 }, (_, n) => entry({ subject_id: n + 1 })))
  })
})

const verify = () => inDomain(owner, domain, (db) => verifyAudit(db, []))
const broken = async () => (await verify()).firstBroken?.id

/** Changes rows as only a superuser can: without triggers and foreign keys. */
const tamper = async (text: string, values: unknown[] = []) => {
  const client = await owner.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica; set local app.domain_id = '${domain}'`)
    const { rowCount } = await client.query(text, values)
    await client.query('commit')
    expect(rowCount).toBeGreaterThan(0)
  } finally {
    client.release()
  }
}

describe('the actor of an entry', () => {
  const asked = { type: 'actor.tried', actor_id: 99, impersonator_id: 98 }
  const written = async (actor?: TransactionActor) => {
    await inDomain(app, domain, async (db) => void db.auditEntries.push(entry(asked)), actor)
    const { rows } = await owner.query(
      `select actor_id, impersonator_id from audit_log where domain_id = $1 and type = 'actor.tried' order by id desc limit 1`,
      [domain],
    )
    return rows[0]
  }

  test('is the actor of the transaction, whatever the code asks for', async () => {
    expect(await written({ id: 5 })).toEqual({ actor_id: 5, impersonator_id: null })
    expect(await written({ id: 6, impersonatorId: 7 })).toEqual({ actor_id: 6, impersonator_id: 7 })
  })

  test('is named by the entry in a transaction without an actor', async () => {
    expect(await written()).toEqual({ actor_id: 99, impersonator_id: 98 })
  })
})

describe('the audit log refuses', () => {
  test.each([
    [`update audit_log set type = 'x'`],
    ['delete from audit_log'],
    ['truncate audit_log'],
    ['truncate audit_log cascade'],
  ])('to the owner of the table: %s', async (text) => {
    await expect(owner.query(text)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    [`update audit_log set type = 'x'`],
    ['delete from audit_log'],
    ['truncate audit_log'],
    [`insert into audit_log (domain_id, id, at, type, hash) values (current_domain(), 99, now(), 'x', '')`],
    ['update audit_heads set last_id = 0'],
    ['select * from audit_heads'],
  ])('to the application: %s', async (text) => {
    await expect(inDomain(app, domain, (db) => db.rows(text, []))).rejects.toMatchObject({ code: '42501' })
  })

  test('to take the number, time, domain and hash from an entry', async () => {
    const forged = { ...entry(), id: 77, domain_id: domain + 1, at: '1999-01-01', hash: 'x' } as AuditEntry
    await inDomain(app, domain, async (db) => void db.auditEntries.push(forged))
    const { rows } = await owner.query(
      `select id, at > now() - interval '1 hour' as fresh from audit_log where domain_id = $1 order by id desc limit 1`,
      [domain],
    )
    expect(rows).toEqual([{ id: 6, fresh: true }])
  })
})

describe('verification', () => {
  test('finds no fault in an unchanged chain or an empty one', async () => {
    expect(await verify()).toMatchObject({ rows: 5, head: expect.stringMatching(/^[0-9a-f]{64}$/) })
    domain = await createDomain(owner)
    expect(await verify()).toEqual({ rows: 0, head: '', wrongHeads: [] })
  })

  test.each([
    [`type = 'account.created'`],
    ['actor_id = 4'],
    ['impersonator_id = 4'],
    ['subject_id = 4'],
    ['patient_id = 4'],
    [`before = '{"city": "Rome"}'`],
    ['after = null'],
    [`after = after || '{"x": 1}'`],
    [`at = at - interval '1 microsecond'`],
    [`ip = '192.0.2.2'`],
    ['request_id = null'],
    [`hash = sha256('')`],
  ])('finds a row that was changed by %s', async (set) => {
    await tamper(`update audit_log set ${set} where domain_id = $1 and id = 3`, [domain])
    expect(await broken()).toBe(3)
  })

  test.each([
    ['a missing row', 'id = 3', 4, 'a row before it is missing'],
    ['missing first rows', 'id < 3', 3, 'a row before it is missing'],
    ['missing last rows', 'id > 3', 5, 'the last row is missing or was changed'],
    ['an emptied log', 'true', 5, 'the last row is missing or was changed'],
  ])('finds %s', async (_, rows, id, reason) => {
    await tamper(`delete from audit_log where domain_id = $1 and ${rows}`, [domain])
    expect((await verify()).firstBroken).toEqual({ id, reason })
  })

  test('finds swapped rows and an inserted row', async () => {
    await tamper(
      `update audit_log a set subject_id = b.subject_id from audit_log b
        where a.domain_id = $1 and b.domain_id = $1 and (a.id, b.id) in ((2, 3), (3, 2))`,
      [domain],
    )
    expect(await broken()).toBe(2)
    domain = await createDomain(owner)
    await tamper(`insert into audit_log (domain_id, id, at, type, hash) values ($1, 1, now(), 'account.created', sha256(''))`, [
      domain,
    ])
    expect(await broken()).toBe(1)
  })

  test('is not affected by changes in another domain', async () => {
    const unchanged = domain
    domain = await createDomain(owner)
    await inDomain(app, domain, async (db) => void db.auditEntries.push(entry()))
    await tamper(`update audit_log set type = 'x' where domain_id = $1`, [domain])
    expect(await broken()).toBe(1)
    domain = unchanged
    expect(await broken()).toBeUndefined()
  })
})

describe('the chain', () => {
  test('has no gaps after concurrent writes and rolled-back transactions', async () => {
    const writes = Array.from({ length: 40 }, (_, n) =>
      inDomain(app, domain, async (db) => {
        db.auditEntries.push(entry({ subject_id: n }))
        if (n % 4 === 0) throw new Error('roll back')
      }).catch(() => {}),
    )
    await Promise.all(writes)
    const { rows } = await owner.query('select count(*)::int as n, max(id)::int as last from audit_log where domain_id = $1', [
      domain,
    ])
    expect(rows).toEqual([{ n: 35, last: 35 }])
    expect(await broken()).toBeUndefined()
  })
})
