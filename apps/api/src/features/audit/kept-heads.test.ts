/** The last row of the audit is kept in the file store every night, and `verify` compares the chain with what was kept. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { keepAuditHeads } from './keep-heads.commands.ts'

const OPERATOR = 'operator@host.example'
let portal: TestPortal
let folder: string
let verify: () => Promise<{ problem: unknown; rows: number; kept_heads: number; newest_kept: string | null }>

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-heads-'))
  portal = await startTestPortal({ files: embeddedFiles(folder) })
  const admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  await add(5)
  verify = async () => (await admin.post('/api/v1/audit/verify/')).json()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await portal.close()
  rmSync(folder, { recursive: true, force: true })
})

const blank = { actor_id: null, impersonator_id: null, subject_id: null, patient_id: null, ip: null, request_id: null }
const add = (count: number) =>
  portal.seed(async (db) => {
    db.auditEntries.push(...Array.from({ length: count }, () => ({ ...blank, type: 'template.test_sent' })))
  })
const keep = () => keepAuditHeads.run(portal.owner, { ...portal.ports, operatorEmail: OPERATOR })
const today = () => new Date().toISOString().slice(0, 10)
const laterBy = (days: number) => vi.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1000)
const filesOf = async () =>
  (await readdir(path.join(folder, `${portal.domainId}/audit-heads`))).filter((name) => name.endsWith('.json'))

/** As the owner of the tables without the triggers. It mends the head, so that the chain is whole again. */
async function cutLastRows(count: number): Promise<number> {
  const client = await portal.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    const cut = 'delete from audit_log where domain_id = $1 and id > (select max(id) - $2 from audit_log where domain_id = $1)'
    await client.query(cut, [portal.domainId, count])
    const { rows } = await client.query(
      `update audit_heads h set last_id = a.id, last_hash = a.hash
       from (select id, hash from audit_log where domain_id = $1 order by id desc limit 1) a
       where h.domain_id = $1 returning last_id`,
      [portal.domainId],
    )
    await client.query('commit')
    return Number(rows[0].last_id)
  } finally {
    client.release()
  }
}

test('finds a cut end of the chain although the head in the database was mended', async () => {
  await keep()
  const last = await cutLastRows(1)
  expect((await verify()).problem).toEqual({ id: last + 1, reason: `the row is missing: it was the last one on ${today()}` })
})

test('finds it also after new rows were added, and after the next nights', async () => {
  await keep()
  const kept = today()
  const last = await cutLastRows(2)
  await add(7)
  laterBy(1)
  await keep()
  expect((await verify()).problem).toEqual({ id: last + 2, reason: `the row differs from the head that was kept on ${kept}` })
})

test('finds a rewritten row of a domain in which nothing happened since the head was kept', async () => {
  await keep()
  const kept = today()
  const last = await cutLastRows(1)
  await add(1)
  laterBy(1)
  await keep()
  expect((await verify()).problem).toEqual({ id: last + 1, reason: `the row differs from the head that was kept on ${kept}` })
})

test('finds no error in a whole chain, and says with how many heads it was compared', async () => {
  await keep()
  laterBy(1)
  await add(3)
  await keep()
  expect(await verify()).toMatchObject({ problem: null, kept_heads: 2, newest_kept: today() })
})

test('keeps one head a day and never overwrites it, also when the job is repeated after a crash', async () => {
  await keep()
  const [name = ''] = await filesOf()
  expect(name).toBe(`audit-head-${today()}.json`)
  const file = path.join(folder, `${portal.domainId}/audit-heads/${name}`)
  const first = await readFile(file, 'utf8')
  await add(1)
  await keep()
  expect(await filesOf()).toEqual([name])
  expect(await readFile(file, 'utf8')).toBe(first)
  expect(JSON.parse(first)).toMatchObject({
    domain_id: portal.domainId,
    day: today(),
    last_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})

test('mails the heads of all domains to the operator once a day', async () => {
  await portal.seedOther(async (db) => void db.auditEntries.push({ ...blank, type: 'template.test_sent' }))
  await keep()
  await keep()
  const { rows } = await portal.owner.query(`select subject, text from mail_outbox where recipient = $1`, [OPERATOR])
  expect(rows).toEqual([
    {
      subject: `Last rows of the audit, ${today()}`,
      text: expect.stringMatching(/acme: row \d+, hash [0-9a-f]{64}\nglobex: row 1, hash/),
    },
  ])
  await keepAuditHeads.run(portal.owner, portal.ports)
})

test('keeps the heads of the other domains when one cannot be kept, and then fails', async () => {
  await portal.seedOther(async (db) => void db.auditEntries.push({ ...blank, type: 'template.test_sent' }))
  const files = portal.ports.files
  const put: typeof files.put = (key, ...rest) =>
    key.startsWith(`${portal.domainId}/`) ? Promise.reject(new Error('no space')) : files.put(key, ...rest)
  const open: typeof files.open = (key) => files.open(key)
  const failing = { ...portal.ports, files: { ...files, open, put } }
  await expect(keepAuditHeads.run(portal.owner, failing)).rejects.toThrow('no space')
  expect(await readdir(path.join(folder, `${portal.otherDomainId}/audit-heads`))).toHaveLength(2)
})

test('does not call a chain whole when a kept head is damaged', async () => {
  await keep()
  await writeFile(path.join(folder, `${portal.domainId}/audit-heads/audit-head-${today()}.json`), '{}')
  await expect(verify()).resolves.toMatchObject({ code: 'internal' })
})
