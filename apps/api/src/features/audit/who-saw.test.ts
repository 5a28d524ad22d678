/** Who saw a patient: events that name the patient, and lists and exports that show the patient among others. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printReaders } from '#api/cli/commands/audit-who-saw.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { auditExportedPatients } from '#api/platform/audit/patient-ids.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const AUDIT = '/api/v1/audit/'
let portal: TestPortal
let admin: TestClient
let ids: Record<'admin' | 'colleague' | 'center' | 'ada' | 'grace' | 'unseen', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const center = await createCenter(db)
    return {
      admin: await createUser(db, 'admin', { first_name: 'Miriam', last_name: 'Admin' }),
      colleague: await createUser(db, 'admin', { first_name: 'Carl', last_name: 'Colleague' }),
      center,
      ada: await createPatient(db, { first_name: 'Ada', last_name: 'Listed', harvest_center_id: center }),
      grace: await createPatient(db, { first_name: 'Grace', last_name: 'Listed', harvest_center_id: center }),
      unseen: await createPatient(db, { first_name: 'Una', last_name: 'Seldom' }),
    }
  })
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

interface Row {
  id: number
  type: string
  title: string
  actor: { id: number } | null
  impersonator: { id: number } | null
  address: string | null
  after: Record<string, unknown> | null
}
interface Page {
  results: Row[]
  newer: number | null
  older: number | null
}
const whoSaw = async (id: number, more = '', caller = admin): Promise<Page> =>
  (await caller.get(`${AUDIT}?seen_patient_id=${id}${more}`)).json()
const typesOf = async (id: number, more = '') => (await whoSaw(id, more)).results.map(({ type }) => type)

describe('the filter', () => {
  test('finds a list of several patients by each of them, with reader and IP, and not by a patient who was not on the page', async () => {
    const reader = await portal.as(ids.colleague)
    await reader.get('/api/v1/users/patient/list/?search=listed')
    for (const patient of [ids.ada, ids.grace])
      expect((await whoSaw(patient, '&type=patients.listed')).results).toMatchObject([
        {
          ...{ title: 'Listed patients', actor: { id: ids.colleague }, impersonator: null, address: '127.0.0.1' },
          after: { list: 'GET /api/v1/users/patient/list/', count: 2 },
        },
      ])
    expect(await typesOf(ids.unseen)).toEqual([])
  })

  test('finds the admin behind an impersonation', async () => {
    const inside = await portal.asImpersonator(ids.center, ids.colleague)
    await inside.get('/api/v1/users/patient/list/')
    const [row] = (await whoSaw(ids.grace, `&actor_id=${ids.colleague}`)).results
    expect(row).toMatchObject({ actor: { id: ids.center }, impersonator: { id: ids.colleague } })
  })

  test('finds views of the record, and what was done with the patient', async () => {
    await admin.patch(`/api/v1/users/${ids.unseen}/`, { city: 'Lund' })
    await admin.get(`/api/v1/users/${ids.unseen}/`)
    expect(await typesOf(ids.unseen)).toEqual(expect.arrayContaining(['patient.seen', 'account.changed']))
  })

  test('is audited itself', async () => {
    await whoSaw(ids.grace)
    expect((await whoSaw(ids.grace, '&type=audit.viewed')).results[0]).toMatchObject({
      ...{ actor: { id: ids.admin }, after: { who_saw: true } },
    })
  })

  test('finds nothing of another domain, and refuses other roles and ids that are none', async () => {
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect(await whoSaw(ids.ada, '', theirs)).toEqual({ results: [], newer: null, older: null })
    expect((await (await portal.as(ids.center)).get(`${AUDIT}?seen_patient_id=${ids.ada}`)).statusCode).toBe(403)
    expect((await admin.get(`${AUDIT}?seen_patient_id=Ada`)).json().errors).toHaveProperty('seen_patient_id')
  })

  test('finds a patient in ranges and among very many, and cuts a long list of ids on the page but not in the file', async () => {
    const even = Array.from({ length: 5000 }, (_, n) => 2_000_000 + 2 * n)
    const range = Array.from({ length: 50_000 }, (_, n) => 3_000_001 + n)
    await portal.seed(async (db) => auditExportedPatients(db, 'accounts.exported', [...even, ...range]))
    const countOf = async (id: number) => (await whoSaw(id)).results.length
    const inside = [2_000_000, 2_004_444, 2_009_998, 3_000_001, 3_000_016, 3_025_000, 3_050_000]
    for (const id of inside) expect([id, await countOf(id)]).toEqual([id, 1])
    for (const id of [1_999_999, 2_004_445, 3_000_000, 3_050_001, 187_500, 4_503_599_627_370_497])
      expect([id, await countOf(id)]).toEqual([id, 0])
    const [row] = (await whoSaw(2_000_000)).results
    expect(String(row?.after?.patient_ids)).toMatch(/^2000000,2000002,.{200,300}…$/)
    const file = await admin.get(`${AUDIT}export-csv/?seen_patient_id=2000000`)
    const rows: Record<string, string>[] = parse(file.rawPayload, { bom: true, columns: true })
    expect(rows[0]?.After).toContain('2003998')
  })
})

describe('exports', () => {
  const namedBy = async (type: string, id: number) =>
    (await whoSaw(id, '&type=patients.exported')).results.filter(({ after }) => after?.export === type)

  test.each([
    ['accounts.exported', '/api/v1/users/export-csv/?membership=2'],
    ['transactions.exported', '/api/v1/transactions/export-csv/'],
    ['transactions.exported', '/api/v1/transactions/export-xlsx/'],
    ['audit.exported', `${AUDIT}export-csv/`],
  ])('%s names the patients of the file: %s', async (type, path) => {
    await portal.seed((db) => createSale(db, { payer_id: ids.center, harvest_center_id: ids.center, patient_id: ids.ada }))
    const before = (await namedBy(type, ids.ada)).length
    const strangers = (await namedBy(type, ids.center)).length
    expect((await admin.get(path)).statusCode).toBe(200)
    const rows = await namedBy(type, ids.ada)
    expect(rows).toHaveLength(before + 1)
    expect(rows[0]).toMatchObject({ actor: { id: ids.admin }, title: 'Exported patients' })
    expect(await namedBy(type, ids.center), 'a center is no patient').toHaveLength(strangers)
  })

  test('a broken export of users names the patients that were sent, and not those that were not read', async () => {
    // Without triggers, as only the export reads these rows. They are more than the buffers of the connection hold.
    await portal.owner.query(`
      begin;
      set local session_replication_role = replica;
      insert into users (domain_id, id, memberships, email, first_name, address1)
      select ${portal.domainId}, 100000 + n, '{2}', 'p' || n || '@many.example', 'Many', repeat('x', 4000)
      from generate_series(1, 3000) n;
      commit;
      analyze users`)
    const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const answer = await fetch(`${url}/api/v1/users/export-csv/?membership=2`, {
      headers: { domain: 'acme', authorization: `Token ${await portal.tokenOf(ids.admin)}` },
      signal: leaving.signal,
    })
    const before = (await namedBy('accounts.exported', ids.ada)).length
    const reader = answer.body?.getReader()
    let text = ''
    while (!text.includes(',"Many"')) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) expect.fail('the whole file was read, and it names no patient')
      text += Buffer.from(value ?? '').toString()
    }
    leaving.abort()
    const ended = async () => (await whoSawExports()).some(({ after }) => after?.broken_off_after_bytes !== undefined)
    await expect.poll(ended).toBe(true)
    const sent = [...text.matchAll(/\r\n(\d+),"Many"/g)].map(([, id]) => Number(id))
    expect(sent.length).toBeGreaterThan(0)
    for (const id of [sent[0], sent.at(-1)]) expect(await namedBy('accounts.exported', id ?? 0)).toHaveLength(1)
    // Users are exported newest first, so the oldest patient was far away.
    expect(await namedBy('accounts.exported', ids.ada)).toHaveLength(before)
  })

  const whoSawExports = async (): Promise<Row[]> => (await admin.get(`${AUDIT}?type=accounts.exported`)).json().results
})

describe('audit who-saw', () => {
  test('prints when, what, who and from where, and is audited', async () => {
    await (await portal.as(ids.colleague)).get(`/api/v1/users/${ids.unseen}/`)
    const lines: string[] = []
    await printReaders(portal.owner, portal.domainId, ids.unseen, (line) => lines.push(line))
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT\S+Z {2}Viewed the audit of a user {2}the portal or a guest {2}no IP address$/)
    expect(lines[1]).toMatch(new RegExp(`Z {2}Viewed a patient {2}Carl Colleague \\(${ids.colleague}\\) {2}127\\.0\\.0\\.1$`))
  })

  test('answers for a deleted patient, and is audited', async () => {
    const gone = await portal.seed((db) => createPatient(db, { first_name: 'Gone', last_name: 'Long' }))
    await (await portal.as(ids.colleague)).get(`/api/v1/users/${gone}/`)
    for (const table of ['patient_stages', 'lab_records'])
      await portal.owner.query(`delete from ${table} where domain_id = $1 and user_id = $2`, [portal.domainId, gone])
    await portal.owner.query('delete from users where domain_id = $1 and id = $2', [portal.domainId, gone])
    expect(await typesOf(gone)).toContain('patient.seen')
    const lines: string[] = []
    await printReaders(portal.owner, portal.domainId, gone, (line) => lines.push(line))
    expect(lines.at(-1)).toContain('Carl Colleague')
    const text = "select after from audit_log where domain_id = $1 and type = 'audit.viewed' and subject_id = $2"
    const { rows } = await portal.owner.query(text, [portal.domainId, gone])
    expect(rows).toEqual([{ after: { who_saw: true } }, { after: { who_saw: true } }])
  })

  test('refuses a patient of another domain', async () => {
    await expect(printReaders(portal.owner, portal.otherDomainId, ids.ada, () => {})).rejects.toThrow('has no patient')
  })
})
