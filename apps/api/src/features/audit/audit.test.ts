/** The audit log as admins read, filter, export and verify it. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#api/db/db.ts'
import { verifyAudit } from '#api/db/verify-audit.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const AUDIT = '/api/v1/audit/'
let portal: TestPortal
let admin: TestClient
let ids: Record<'admin' | 'colleague' | 'rep' | 'ada' | 'grace', number>

beforeAll(async () => {
  portal = await startTestPortal()
  await writeOldRows()
  ids = await portal.seed(async (db) => ({
    admin: await createUser(db, 'admin', { first_name: 'Miriam', last_name: 'Admin' }),
    colleague: await createUser(db, 'admin', { first_name: '', last_name: '', email: 'colleague@acme.example' }),
    rep: await createUser(db, 'sales_rep', { first_name: 'Rolf', last_name: 'Rep' }),
    ada: await createPatient(db, { first_name: 'Ada', last_name: 'Audited' }),
    grace: await createPatient(db, { first_name: 'Grace', last_name: '=cmd()' }),
  }))
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

interface Row {
  id: number
  type: string
  actor: { id: number; name: string } | null
  impersonator: { id: number; name: string } | null
  subject: { id: number; name: string } | null
  patient: { id: number; name: string } | null
}
interface Page {
  results: Row[]
  newer: number | null
  older: number | null
}

const blank = { actor_id: null, impersonator_id: null, subject_id: null, patient_id: null, ip: null, request_id: null }
const write = (...entries: (Partial<AuditEntry> & { type: string })[]) =>
  portal.seed(async (db) => void db.auditEntries.push(...entries.map((entry) => ({ ...blank, ...entry }))))

const list = async (query: string, caller = admin): Promise<Page> => (await caller.get(`${AUDIT}?${query}`)).json()
const newestOf = async (type: string) =>
  (
    await portal.owner.query('select * from audit_log where domain_id = $1 and type = $2 order by id desc limit 1', [
      portal.domainId,
      type,
    ])
  ).rows[0]
/** Moves the newest row of a type in time, as only a superuser can. The chain is broken after that. */
const moveInTime = async (type: string, at: string) => {
  const client = await portal.owner.connect()
  const text = `begin; set local session_replication_role = replica;
    update audit_log set at = '${at}' where domain_id = ${portal.domainId}
      and id = (select max(id) from audit_log where domain_id = ${portal.domainId} and type = '${type}'); commit`
  await client.query(text)
  client.release()
}

/** The first rows of the log. New York is four hours behind UTC in July. */
async function writeOldRows() {
  await write({ type: 'question.asked' }, { type: 'agreement.accepted' }, { type: 'association.refused' })
  await moveInTime('question.asked', '2025-07-02T03:59:59Z')
  await moveInTime('agreement.accepted', '2025-07-02T04:00:00Z')
  await moveInTime('association.refused', '2025-07-03T03:59:59Z')
}

describe('the list', () => {
  test('shows who did what, of whom, when, from where, in words and with the changed values', async () => {
    await admin.patch(`/api/v1/users/${ids.ada}/`, { city: 'Lund' })
    const page = await list('type=account.changed')
    expect(page.results[0]).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      type: 'account.changed',
      title: 'Account changed',
      actor: { id: ids.admin, name: 'Miriam Admin' },
      impersonator: null,
      subject: { id: ids.ada, name: 'Ada Audited' },
      record_id: null,
      patient: { id: ids.ada, name: 'Ada Audited' },
      before: { city: '' },
      after: { city: 'Lund' },
      address: '127.0.0.1',
      request_id: expect.any(String),
    })
  })

  test('names a user without a name by the email address, and no user for the number of another thing', async () => {
    await write(
      { type: 'coupon.added', actor_id: ids.colleague, subject_id: ids.ada },
      { type: 'card.saved', actor_id: null, subject_id: 999_999 },
    )
    expect((await list('type=coupon.added')).results).toMatchObject([
      { actor: { id: ids.colleague, name: 'colleague@acme.example' }, subject: null, record_id: ids.ada },
    ])
    expect((await list('type=card.saved')).results).toMatchObject([{ actor: null, subject: { id: 999_999, name: '' } }])
  })

  test.each(['actor', 'impersonator'])('is audited as a read of a patient who is named as the %s', async (column) => {
    const type = column === 'actor' ? 'session.logout' : 'coupon.removed'
    await write({ type, [`${column}_id`]: ids.ada })
    expect((await list(`type=${type}`)).results[0]).toMatchObject({ [column]: { id: ids.ada, name: 'Ada Audited' } })
    expect(await newestOf('patients.listed')).toMatchObject({
      ...{ actor_id: ids.admin, patient_id: ids.ada },
      after: { list: 'GET /api/v1/audit/', count: 1, filters: ['type'] },
    })
  })

  test('is filtered by who did it, in the own account or in that of another user', async () => {
    await write(
      { type: 'team.left', actor_id: ids.colleague, subject_id: ids.rep },
      { type: 'team.left', actor_id: ids.rep, impersonator_id: ids.colleague, subject_id: ids.rep },
      { type: 'team.left', actor_id: ids.rep, subject_id: ids.rep },
    )
    const { results } = await list(`type=team.left&actor_id=${ids.colleague}`)
    expect(results.map(({ actor, impersonator }) => [actor?.id, impersonator?.id])).toEqual([
      [ids.rep, ids.colleague],
      [ids.colleague, undefined],
    ])
    expect((await list(`type=team.left&actor_id=${ids.rep}`)).results).toHaveLength(2)
  })

  test('is filtered by whom it is about, but not by a record that has the same number as a user', async () => {
    await write(
      { type: 'document.viewed', subject_id: 77, patient_id: ids.grace },
      { type: 'membership.added', subject_id: ids.grace },
      { type: 'product.price_changed', subject_id: ids.grace },
      { type: 'patient.seen', subject_id: ids.grace, patient_id: ids.grace },
    )
    const { results } = await list(`about_id=${ids.grace}`)
    expect(results.map(({ type }) => type)).toEqual(['patient.seen', 'membership.added', 'document.viewed'])
  })

  test('is filtered by days in the time zone of the domain', async () => {
    const typesOf = async (query: string) => (await list(query)).results.map(({ type }) => type)
    expect(await typesOf('date_after=2025-07-02&date_before=2025-07-02')).toEqual(['association.refused', 'agreement.accepted'])
    expect(await typesOf('date_before=2025-07-01')).toEqual(['question.asked'])
    expect(await typesOf('date_before=2025-06-30')).toEqual([])
    expect(await typesOf('date_after=2025-07-03&date_before=2025-07-09')).toEqual([])
    expect(await typesOf('date_after=2149-01-01')).toEqual([])
  })

  test('has pages that lead from row to row, and back, while new rows are added', async () => {
    await write(...Array.from({ length: 7 }, (_, n) => ({ type: 'coupon.changed', subject_id: n })))
    const numbersOf = ({ results }: Page) => results.map(({ id }) => id)
    const query = 'type=coupon.changed&limit=3'
    const first = await list(query)
    expect(first).toMatchObject({ newer: null, older: numbersOf(first)[2] })
    await write({ type: 'coupon.changed' })
    const second = await list(`${query}&before=${first.older}`)
    expect(numbersOf(second)).toHaveLength(3)
    expect(Math.max(...numbersOf(second))).toBeLessThan(Math.min(...numbersOf(first)))
    const last = await list(`${query}&before=${second.older}`)
    expect(last).toMatchObject({ results: [{}], older: null })
    expect(await list(`${query}&after=${last.newer}`)).toEqual(second)
    const back = await list(`${query}&after=${second.newer}`)
    expect(numbersOf(back)).toEqual(numbersOf(first))
    expect(back.newer, 'the new row').toBe(numbersOf(first)[0])
    expect(await list(`${query}&after=${back.newer}`)).toMatchObject({ results: [{}], newer: null })
  })

  test('is audited when it is about a user, and as a list of patients otherwise', async () => {
    await list(`about_id=${ids.ada}`)
    expect(await newestOf('audit.viewed')).toMatchObject({ actor_id: ids.admin, subject_id: ids.ada, patient_id: ids.ada })
    await list(`about_id=${ids.rep}`)
    expect(await newestOf('audit.viewed')).toMatchObject({ subject_id: ids.rep, patient_id: null })
    await list('')
    const listed = await newestOf('patients.listed')
    expect(listed.after).toMatchObject({ list: 'GET /api/v1/audit/' })
  })

  test('names nothing of another domain, and refuses other roles and unknown types', async () => {
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    const page = await list(`about_id=${ids.ada}`, theirs)
    expect(page).toEqual({ results: [], newer: null, older: null })
    expect((await theirs.get(AUDIT)).body).not.toContain('Audited')
    expect((await (await portal.as(ids.rep)).get(AUDIT)).statusCode).toBe(403)
    expect((await portal.guest.get(AUDIT)).statusCode).toBe(401)
    expect((await admin.get(`${AUDIT}?type=x`)).json().errors).toHaveProperty('type')
  })
})

describe('the export', () => {
  const download = async (query = '') => {
    const answer = await admin.get(`${AUDIT}export-csv/?${query}`)
    const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
    return { answer, rows }
  }

  test('has all rows of the filter as text that no spreadsheet runs, and is audited', async () => {
    await write({ type: 'lab_record.changed', subject_id: ids.grace, patient_id: ids.grace, after: { number_times_qc_done: 2 } })
    const { answer, rows } = await download(`about_id=${ids.grace}&type=lab_record.changed`)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="audit_\d{8}T\d{6}Z\.csv"$/),
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      Event: 'lab_record.changed',
      'What happened': 'Lab record changed',
      Patient: 'Grace =cmd()',
      After: '{"number_times_qc_done":2}',
      Hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await newestOf('audit.exported')).toMatchObject({ patient_id: ids.grace, after: { filters: ['type', 'about_id'] } })
  })

  test('goes on after its first batch, without a gap and without a row twice', async () => {
    await write(...Array.from({ length: 2001 }, () => ({ type: 'template.test_sent' })))
    const numbers = (await download('type=template.test_sent')).rows.map((row) => Number(row.Number))
    expect(numbers).toHaveLength(2001)
    expect(new Set(numbers).size).toBe(2001)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  })
})

describe('the verification', () => {
  const verify = async (caller = admin) => (await caller.post(`${AUDIT}verify/`)).json()

  test('finds an unbroken chain, also behind its first batch, and is audited', async () => {
    const them = await portal.seedOther((db) => createUser(db, 'admin'))
    await portal.seedOther(async (db) => {
      db.auditEntries.push(...Array.from({ length: 2005 }, () => ({ ...blank, type: 'template.test_sent' })))
    })
    const chain = await verify(await portal.asOther(them))
    expect(chain).toEqual({
      rows: expect.any(Number),
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      head_id: expect.any(Number),
      problem: null,
      wrong_heads: [],
      kept_heads: 0,
      newest_kept: null,
      verified_at: expect.any(String),
    })
    expect(chain.rows).toBeGreaterThan(2004)
    const { rows } = await portal.owner.query(`select actor_id, after from audit_log where type = 'audit.verified'`)
    expect(rows).toEqual([{ actor_id: them, after: { rows: chain.rows, unbroken: true } }])
  })

  test('names the first changed row', async () => {
    expect((await verify()).problem).toEqual({ id: 1, reason: 'the row was changed' })
    expect((await newestOf('audit.verified')).after).toMatchObject({ unbroken: false })
  })

  test('neither waits for a row that is being written nor keeps anyone from writing', async () => {
    const writer = await portal.owner.connect()
    await writer.query(`begin; set local app.domain_id = '${portal.domainId}'; select append_audit('[{"type": "x"}]')`)
    const run = await portal.ports.exports.begin(portal.domainId)
    const { rows } = await verifyAudit(run.db, [])
    await writer.query('commit')
    writer.release()
    await write({ type: 'coupon.removed' })
    expect(await verifyAudit(run.db, []), 'the same snapshot').toMatchObject({ rows })
    await run.end()
  })
})
