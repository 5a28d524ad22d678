/** The audit log refuses changes, and `verifyAudit` detects the changes of a superuser. */
import { describe, expect, test } from 'vitest'
import { createDomain } from '#api/testing/factories.ts'
import { auditEntry, startAudit } from './audit.fixture.ts'
import type { AuditEntry } from './db.ts'
import { inDomain, type TransactionActor } from './transaction.ts'

const audited = await startAudit()
const { owner, app, verify, broken, tamper } = audited

describe('the actor of an entry', () => {
  const asked = { type: 'actor.tried', actor_id: 99, impersonator_id: 98 }
  const written = async (actor?: TransactionActor) => {
    await inDomain(app, audited.domain, async (db) => void db.auditEntries.push(auditEntry(asked)), actor)
    const { rows } = await owner.query(
      `select actor_id, impersonator_id from audit_log where domain_id = $1 and type = 'actor.tried' order by id desc limit 1`,
      [audited.domain],
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
    [`insert into audit_log (domain_id, id, at, type, chain, number, hash) values (current_domain(), 99, now(), 'x', 0, 99, '')`],
    ['update audit_heads set last_id = 0'],
    ['select * from audit_heads'],
    ['select lock_audit_head()'],
  ])('to the application: %s', async (text) => {
    await expect(inDomain(app, audited.domain, (db) => db.rows(text, []))).rejects.toMatchObject({ code: '42501' })
  })

  test('to take the number, time, domain and hash from an entry', async () => {
    const forged = {
      ...auditEntry(),
      id: 77,
      domain_id: audited.domain + 1,
      at: '1999-01-01',
      chain: 7,
      number: 77,
      hash: 'x',
    } as AuditEntry
    await inDomain(app, audited.domain, async (db) => void db.auditEntries.push(forged))
    const { rows } = await owner.query(
      `select id, chain, number, at > now() - interval '1 hour' as fresh from audit_log where domain_id = $1 order by id desc limit 1`,
      [audited.domain],
    )
    expect(rows).toEqual([{ id: 6, chain: 0, number: 6, fresh: true }])
  })
})

describe('verification', () => {
  test('finds no fault in an unchanged chain or an empty one', async () => {
    expect(await verify()).toMatchObject({ rows: 5, head: { last_id: 5, last_hash: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    audited.domain = await createDomain(owner)
    expect(await verify()).toEqual({ rows: 0, wrongHeads: [] })
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
    await tamper(`update audit_log set ${set} where domain_id = $1 and id = 3`, [audited.domain])
    expect(await broken()).toBe(3)
  })

  test.each([
    ['a missing row', 'id = 3', 4, 'a row before it is missing'],
    ['missing first rows', 'id < 3', 3, 'a row before it is missing'],
    ['missing last rows', 'id > 3', 5, 'the last row is missing or was changed'],
    ['an emptied log', 'true', 5, 'the last row is missing or was changed'],
  ])('finds %s', async (_, rows, id, reason) => {
    await tamper(`delete from audit_log where domain_id = $1 and ${rows}`, [audited.domain])
    expect((await verify()).firstBroken).toEqual({ id, reason })
  })

  test('finds swapped rows and an inserted row', async () => {
    await tamper(
      `update audit_log a set subject_id = b.subject_id from audit_log b
        where a.domain_id = $1 and b.domain_id = $1 and (a.id, b.id) in ((2, 3), (3, 2))`,
      [audited.domain],
    )
    expect(await broken()).toBe(2)
    audited.domain = await createDomain(owner)
    await tamper(
      `insert into audit_log (domain_id, id, at, type, chain, number, hash) values ($1, 1, now(), 'account.created', 0, 1, sha256(''))`,
      [audited.domain],
    )
    expect(await broken()).toBe(1)
  })

  test('is not affected by changes in another domain', async () => {
    const unchanged = audited.domain
    audited.domain = await createDomain(owner)
    await inDomain(app, audited.domain, async (db) => void db.auditEntries.push(auditEntry()))
    await tamper(`update audit_log set type = 'x' where domain_id = $1`, [audited.domain])
    expect(await broken()).toBe(1)
    audited.domain = unchanged
    expect(await broken()).toBeUndefined()
  })
})
