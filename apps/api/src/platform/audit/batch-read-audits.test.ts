import { expect, test, vi } from 'vitest'
import type { AuditEntry } from '#api/db/db.ts'
import { startTestPortal } from '#api/testing/test-portal.ts'
import { batchReadAudits } from './batch-read-audits.ts'

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  type: 'patient.viewed',
  actor_id: null,
  impersonator_id: null,
  subject_id: null,
  patient_id: null,
  ip: null,
  request_id: null,
  ...more,
})

test('rejects an entry that cannot be written or loses its connection, and writes the next ones', async () => {
  const portal = await startTestPortal()
  const { append } = batchReadAudits(portal.pool)
  const watcher = await portal.owner.connect()
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%append_audit%'`

  await watcher.query('begin; lock table audit_heads in exclusive mode')
  const lost = expect(append(portal.domainId, entry())).rejects.toThrow(/terminat/)
  await vi.waitFor(async () => expect((await portal.owner.query(kill)).rows).toHaveLength(1), 60_000)
  await watcher.query('rollback')
  await lost
  await expect(append(portal.domainId, entry({ after: { vials: 3n } }))).rejects.toThrow('BigInt')
  await append(portal.domainId, entry({ after: { vials: 4 } }))
  const { rows } = await portal.owner.query('select after from audit_log where domain_id = $1', [portal.domainId])
  expect(rows).toEqual([{ after: { vials: 4 } }])
  watcher.release()
  await portal.close()
})
