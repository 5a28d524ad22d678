/** A domain whose audit has five entries, for the tests of the audit log. */
import { afterAll, beforeEach, expect } from 'vitest'
import { createTestDatabase } from '#api/testing/database.ts'
import { createDomain } from '#api/testing/factories.ts'
import { openPool } from './connection/pools.ts'
import type { AuditEntry } from './db.ts'
import { inDomain } from './transaction.ts'
import { verifyAudit } from './verify-audit.ts'

export const auditEntry = (values: Partial<AuditEntry> = {}): AuditEntry => ({
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

/** Each test has a new domain. */
export async function startAudit() {
  const { ownerUrl, appUrl } = await createTestDatabase()
  const owner = openPool(ownerUrl, { max: 2 })
  const app = openPool(appUrl, { max: 12 })
  afterAll(() => Promise.all([owner.end(), app.end()]))
  const audited = { owner, app, domain: 0, verify, broken, tamper }

  beforeEach(async () => {
    audited.domain = await createDomain(owner)
    await inDomain(app, audited.domain, async (db) => {
      db.auditEntries.push(...Array.from({ length: 5 }, (_, n) => auditEntry({ subject_id: n + 1 })))
    })
  })

  function verify() {
    return inDomain(owner, audited.domain, (db) => verifyAudit(db, []))
  }
  async function broken() {
    return (await verify()).firstBroken?.id
  }
  /** Changes rows as only a superuser can: without triggers and foreign keys. */
  async function tamper(text: string, values: unknown[] = []) {
    const client = await owner.connect()
    try {
      await client.query(`begin; set local session_replication_role = replica; set local app.domain_id = '${audited.domain}'`)
      const { rowCount } = await client.query(text, values)
      await client.query('commit')
      expect(rowCount).toBeGreaterThan(0)
    } finally {
      client.release()
    }
  }
  return audited
}
