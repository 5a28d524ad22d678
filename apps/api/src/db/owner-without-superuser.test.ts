/**
 * An owner without superuser rights, as in managed databases. The forced policies apply to it, too: without a domain it finds no
 * rows, and gets no error.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { paymentGateways } from '#api/adapters/payments/gateways.ts'
import { nightly } from '#api/app/jobs.ts'
import { addDomain } from '#api/cli/commands/domains-add.ts'
import type { DemoPorts } from '#api/demo/context.ts'
import { seedDemo } from '#api/demo/demo.ts'
import { sweepSessions } from '#api/features/sessions/end-session.commands.ts'
import { auditExportedPatients } from '#api/platform/audit/patient-ids.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { createDatabaseOfPlainOwner } from '#api/testing/database.ts'
import { testSeal } from '#api/testing/test-seal.ts'
import { openPool } from './connection/pools.ts'
import { verifyTallies } from './tallies.ts'
import { inDomain } from './transaction.ts'
import { verifyAudit } from './verify-audit.ts'

let owner: pg.Pool
let app: pg.Pool
let worker: pg.Pool
let folder: string
let ports: DemoPorts
let demo: number

beforeAll(async () => {
  const { ownerUrl, appUrl, workerUrl } = await createDatabaseOfPlainOwner()
  owner = openPool(ownerUrl, { max: 3 })
  app = openPool(appUrl, { max: 3, planOnce: true })
  worker = openPool(workerUrl, { max: 3 })
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-owner-test-'))
  const payments = paymentGateways({ pool: app, settingsOf: async () => ({}), simulates: true })
  ports = { payments, files: embeddedFiles(folder), publicUrl: 'http://portal.test', seal: testSeal() }
  await seedDemo(owner, ports, { password: 'only-for-the-demo', now: new Date('2026-03-15T17:00:00Z') })
  demo = Number((await owner.query('select id from domains where demo')).rows[0]?.id)
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end(), worker.end()])
  rmSync(folder, { recursive: true, force: true })
})

test('the owner is no superuser and cannot bypass policies', async () => {
  const { rows } = await owner.query('select rolsuper, rolbypassrls from pg_roles where rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }])
})

test('the owner adds a domain and a complete demo with audit log and tallies', async () => {
  await addDomain(owner, {
    identifier: 'acme',
    name: 'Acme',
    sender: 'portal@acme.example',
    admin: 'first@acme.example',
    host: undefined,
  })
  const finding = await inDomain(owner, demo, (db) => verifyAudit(db, []))
  expect(finding.firstBroken).toBeUndefined()
  expect(finding.rows).toBeGreaterThan(100)
  expect(await verifyTallies((work) => inDomain(owner, demo, work))).toEqual([])
  const users = 'select count(*)::int as n from users where domain_id = $1'
  expect(await inDomain(app, demo, (db) => db.rows(users, [demo]))).toEqual(
    await inDomain(owner, demo, (db) => db.rows(users, [demo])),
  )
})

test('the owner finds out who saw a patient of a list', async () => {
  const patient = 1_000_000
  await inDomain(owner, demo, async (db) => auditExportedPatients(db, 'accounts.exported', [patient - 1, patient]))
  const find = 'select a.type from audit_log a where a.domain_id = $1 and a.id in (select find_audit_of_listed($2))'
  expect(await inDomain(owner, demo, (db) => db.rows(find, [demo, patient]))).toEqual([{ type: 'patients.exported' }])
})

test('the application finds users and sales by words', async () => {
  const found = (text: string) => inDomain(app, demo, (db) => db.rows<{ count: number }>(text, []))
  const [people] = await found(`select * from find_users_page('amelia', null, null, true, null, 0, 10)`)
  expect(people?.count).toBeGreaterThan(0)
  const [sales] = await found(`select * from find_transactions('amelia', null, 0, 10)`)
  expect(sales?.count).toBeGreaterThan(0)
})

test('nightly jobs find their rows in every domain', async () => {
  // The invitations of this demo ended long ago.
  await sweepSessions.run(worker)
  await inDomain(owner, demo, (db) =>
    db.rows(
      `insert into sessions (domain_id, token_hash, user_id, idle_minutes, expires_at)
       select $1, '\\x00', min(id), 30, now() - interval '31 days' from users where domain_id = $1 returning id`,
      [demo],
    ),
  )
  expect(await sweepSessions.run(worker)).toBe(1)
  for (const { run } of nightly)
    expect(await run(worker, { ...ports, secretKey: 'k'.repeat(32) } as Ports)).toBeGreaterThanOrEqual(0)
})
