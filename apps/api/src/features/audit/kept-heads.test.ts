/** The last row of the audit is kept in the file store every night, and `verify` compares the chain with what was kept. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { headFiles, signHeadsAgain } from '#api/platform/audit/kept-heads.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { keepAuditHeads } from './keep-heads.commands.ts'

const OPERATOR = 'operator@host.example'
let portal: TestPortal
let folder: string
let verify: () => Promise<{
  problem: unknown
  wrong_heads: unknown
  rows: number
  kept_heads: number
  newest_kept: string | null
}>

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
const keep = () => keepAuditHeads.run(portal.worker, { ...portal.ports, operatorEmail: OPERATOR })
const today = () => new Date().toISOString().slice(0, 10)
const laterBy = (days: number) => vi.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1000)
const filesOf = async () =>
  (await readdir(path.join(folder, `${portal.domainId}/audit-heads`))).filter((name) => name.endsWith('.json'))

/** As the owner of the tables without the triggers. It mends the heads and the next id, so that the chains are whole again. */
async function cutLastRows(count: number): Promise<number> {
  const client = await portal.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    const cut = 'delete from audit_log where domain_id = $1 and id > (select max(id) - $2 from audit_log where domain_id = $1)'
    await client.query(cut, [portal.domainId, count])
    await client.query(
      `update audit_heads h set (last_number, last_id, last_hash) = (
         select a.number, a.id, a.hash from audit_log a where a.domain_id = $1 and a.chain = h.chain order by a.number desc limit 1)
       where h.domain_id = $1`,
      [portal.domainId],
    )
    const { rows } = await client.query('select max(id) as last_id from audit_log where domain_id = $1', [portal.domainId])
    await client.query('select setval($1, $2)', [`ids.audit_log_${portal.domainId}`, rows[0].last_id])
    await client.query('commit')
    return Number(rows[0].last_id)
  } finally {
    client.release()
  }
}

test('finds a cut end of the chain although the head in the database was mended', async () => {
  await keep()
  const last = await cutLastRows(1)
  expect(await verify()).toMatchObject({ problem: null, wrong_heads: [{ day: today(), reason: `row ${last + 1} is missing` }] })
  // The next row has the id of the one that was cut.
  await add(1)
  await expect(keep()).rejects.toThrow(`The audit differs from the head that was kept on ${today()}`)
})

test('finds it also after new rows were added, and after the next nights', async () => {
  await keep()
  const kept = today()
  const last = await cutLastRows(2)
  await add(7)
  laterBy(1)
  await keep()
  expect((await verify()).wrong_heads).toEqual([{ day: kept, reason: `row ${last + 2} was another one` }])
})

test('finds a rewritten row of a domain in which nothing happened since the head was kept', async () => {
  await keep()
  const kept = today()
  const last = await cutLastRows(1)
  await add(1)
  laterBy(1)
  await keep()
  expect((await verify()).wrong_heads).toEqual([{ day: kept, reason: `row ${last + 1} was another one` }])
})

test('keeps one head a day and never overwrites it, compares the chain with each, and names a damaged one', async () => {
  await keep()
  const [name = ''] = await filesOf()
  expect(name).toMatch(new RegExp(`^audit-head-${today()}-[0-9a-f]{8}[.]json$`))
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
  const kept = today()
  laterBy(1)
  await add(3)
  await keep()
  expect(await verify()).toMatchObject({ problem: null, wrong_heads: [], kept_heads: 2, newest_kept: today() })
  await writeFile(file, '{}')
  expect(await verify()).toMatchObject({
    problem: null,
    rows: expect.any(Number),
    wrong_heads: [{ day: kept, reason: 'the file is damaged, or was not written by this portal' }],
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
  await keepAuditHeads.run(portal.worker, portal.ports)
})

const fileOf = async () => path.join(folder, `${portal.domainId}/audit-heads/${(await filesOf())[0]}`)
const mailOf = async () => {
  const { rows } = await portal.owner.query(
    'select text, sender_email from mail_outbox where recipient = $1 order by id desc limit 1',
    [OPERATOR],
  )
  return rows[0]
}

test('does not believe a head that somebody else put into the store, and mails that of the database', async () => {
  await keep()
  const kept = JSON.parse(await readFile(await fileOf(), 'utf8'))
  const { rows } = await portal.owner.query(`select encode(hash, 'hex') as hash from audit_log where domain_id = $1 and id = 1`, [
    portal.domainId,
  ])
  laterBy(1)
  await keep()
  const [, tomorrow = ''] = (await filesOf()).sort()
  const forged = { ...kept, day: today(), last_id: 1, last_hash: rows[0].hash }
  await writeFile(path.join(folder, `${portal.domainId}/audit-heads/${tomorrow}`), JSON.stringify(forged))
  await portal.owner.query('delete from mail_outbox')
  await add(1)
  await expect(keep()).rejects.toThrow('was not written by this portal')
  expect((await mailOf()).text).toMatch(/acme: row [2-9], hash [0-9a-f]{64}\. It could not be kept in the file store/)
  expect((await verify()).wrong_heads).toEqual([{ day: today(), reason: expect.stringContaining('not written by this portal') }])
})

test('goes on after the first fault, and names the changed row and every wrong head', async () => {
  const days: string[] = []
  for (let night = 0; night < 2; night++) {
    await keep()
    days.push(today())
    await add(1)
    laterBy(1)
  }
  await cutLastRows(3)
  const client = await portal.owner.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`update audit_log set ip = '192.0.2.99' where domain_id = $1 and id = 1`, [portal.domainId])
  client.release(true)
  const { problem, wrong_heads } = await verify()
  expect(problem).toEqual({ id: 1, reason: 'the row was changed' })
  expect(wrong_heads).toEqual(days.map((day) => ({ day, reason: expect.stringMatching(/^row \d+ is missing$/) })))
})

test('keeps the heads of other domains when one cannot be kept, mails all from the first domain, and then fails', async () => {
  await portal.seedOther(async (db) => void db.auditEntries.push({ ...blank, type: 'template.test_sent' }))
  const { files } = portal.ports
  const put: typeof files.put = (key, ...rest) =>
    key.startsWith(`${portal.domainId}/`) ? Promise.reject(new Error('no space')) : files.put(key, ...rest)
  const failing = { ...portal.ports, operatorEmail: OPERATOR, files: { ...files, open: (key: string) => files.open(key), put } }
  for (let time = 0; time < 2; time++) await expect(keepAuditHeads.run(portal.worker, failing)).rejects.toThrow('no space')
  expect(await readdir(path.join(folder, `${portal.otherDomainId}/audit-heads`))).toHaveLength(2)
  const { rows } = await portal.owner.query('select domain_id, text from mail_outbox where recipient = $1', [OPERATOR])
  expect(rows).toEqual([
    { domain_id: portal.domainId, text: expect.stringMatching(/acme: row .* could not be kept .*\nglobex: row 1, hash \w+\n/) },
  ])
  const { rows: senders } = await portal.owner.query('select email_sender from domains where id = $1', [portal.domainId])
  expect((await mailOf()).sender_email).toBe(senders[0].email_sender)
})

test('heads of an old SECRET_KEY are compared after the key was replaced', async () => {
  await keep()
  const kept = today()
  const keys = { from: headFiles(portal.ports.files, portal.ports.secretKey), to: headFiles(portal.ports.files, 'a new key') }
  for (let time = 0; time < 2; time++) expect(await signHeadsAgain((work) => portal.seed(work), keys, portal.domainId)).toBe(1)
  expect(await filesOf()).toHaveLength(2)
  Object.assign(portal.ports, { secretKey: 'a new key' })
  const last = await cutLastRows(1)
  expect((await verify()).wrong_heads).toEqual([{ day: kept, reason: `row ${last + 1} is missing` }])
})

test('keeps a row that covers all chains, and finds that chains were cut although their heads were mended', async () => {
  const writer = await portal.owner.connect()
  await writer.query(`begin; set local app.domain_id = '${portal.domainId}'; select append_audit('[{"type": "x"}]')`)
  await add(3)
  await writer.query('commit')
  writer.release()
  await keep()
  const { rows } = await portal.owner.query(
    `select id, after from audit_log where domain_id = $1 and type = 'audit.checkpoint'`,
    [portal.domainId],
  )
  expect(rows).toMatchObject([{ after: { rows: '0/6,1/3' } }])
  expect(await verify()).toMatchObject({ problem: null, wrong_heads: [], kept_heads: 1 })
  const { id } = rows[0]
  await cutLastRows(4)
  expect(await verify()).toMatchObject({ problem: null, wrong_heads: [{ day: today(), reason: `row ${id} is missing` }] })
})
