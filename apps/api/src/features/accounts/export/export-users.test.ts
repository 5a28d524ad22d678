import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportFileName } from '#api/platform/http/files/export-file.ts'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const EXPORT = '/api/v1/users/export-csv/'
let portal: TestPortal
let admin: TestClient
let ids: Record<'admin' | 'distributor' | 'manager' | 'rep' | 'lab' | 'center' | 'staff' | 'patient', number>

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor', { first_name: 'Dis', last_name: 'Tributor' })
    const manager = await createUser(db, 'sales_manager', {
      sales_distributor_id: distributor,
      first_name: 'Man',
      last_name: 'Ager',
    })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager, first_name: 'Rep', last_name: 'Resent' })
    const lab = await createUser(db, 'lab')
    const center = await createCenter(db, { sales_rep_id: rep, lab_id: lab, company: 'Fjord, "Clinic"', template_id: 'tpl-1' })
    const staff = await createUser(db, 'hc_staff')
    await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
    const patient = await createPatient(
      db,
      {
        harvest_center_id: center,
        first_name: 'Ýrsa',
        last_name: '=cmd()',
        city: '@SUM(A1)',
        phone_number: '+47 5550100',
        tags: [2],
      },
      {
        date_adipose_received_by_lab: '2026-01-05',
        estimated_date_vials_ready_to_ship: '2026-03-16',
        number_times_qc_done: 3,
        stemcell_plating_successful: 1,
      },
    )
    await createAddedVials(db, patient, 4)
    await createUser(db, 'sales_rep', { active: false, last_name: 'Inactive' })
    const payer = { domain_id: db.domainId, user_id: center, gateway: 'embedded', customer_profile_id: 'cust-77' }
    await db.insertInto('payment_customers').values(payer).execute()
    return { admin: await createUser(db, 'admin'), distributor, manager, rep, lab, center, staff, patient }
  })
  admin = await portal.as(ids.admin)
})
afterAll(() => portal.close())

const downloadExport = async (query = '') => {
  const answer = await admin.get(EXPORT + query)
  const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
  return { answer, rows, of: (id: number) => rows.find((row) => row.ID === String(id)) }
}
const exportEvents = async () =>
  (
    await portal.owner.query(
      `select actor_id, after from audit_log where domain_id = $1 and type = 'accounts.exported' order by id`,
      [portal.domainId],
    )
  ).rows

describe('GET /api/v1/users/export-csv/', () => {
  test('returns a CSV file with the specified columns in order', async () => {
    const { answer } = await downloadExport()
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="users_\d{8}T\d{6}Z\.csv"$/),
    })
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [headerLine] = answer.body.replace('\uFEFF', '').split('\r\n')
    expect(headerLine?.slice(1, -1).split('","')).toEqual([
      ...['ID', 'Name', 'Email', 'Date joined', 'Company', 'Phone', 'Subscription', 'Tissue shipped to lab'],
      ...['Tissue received by lab', 'Estimated ready date', 'Date vials ready to ship', 'Quality checks', 'Plating initiated'],
      ...['Plating successful', 'Vials in preparation', 'Vials ready to ship', 'Vials available', 'Vials shipped', 'Sales rep'],
      ...[
        'Harvest center',
        'Referral harvest center',
        'Address line 1',
        'Address line 2',
        'City',
        'State',
        'Country',
        'Postal code',
      ],
      ...[
        'Document ID',
        'Template ID',
        'Sales manager',
        'Lab ID',
        'Sales distributor',
        'HC staff (center IDs)',
        'Payment profile IDs',
      ],
    ])
    expect(answer.body.replaceAll('\r\n', '')).not.toContain('\n')
    expect(exportFileName('users_', new Date('2026-03-04T15:20:00.123Z'), 'csv')).toBe('users_20260304T152000Z.csv')
  })

  test('returns all active users, newest first, with their data', async () => {
    const { rows, of } = await downloadExport()
    expect(rows.map((row) => Number(row.ID))).toEqual(rows.map((row) => Number(row.ID)).toSorted((a, b) => b - a))
    expect(rows.some((row) => row.Name?.includes('Inactive'))).toBe(false)
    expect(of(ids.patient)).toMatchObject({
      'Date joined': expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/),
      ...{
        Subscription: 'General Member',
        'Tissue received by lab': '2026-01-05',
        'Estimated ready date': '2026-03-16',
      },
      ...{ 'Quality checks': '3', 'Plating successful': 'Yes', 'Vials available': '4', 'Vials shipped': '0' },
      ...{ 'Sales rep': 'Rep Resent', 'Harvest center': 'Fjord, "Clinic"', 'Referral harvest center': '' },
      // The lab of a patient is the lab of its center.
      'Lab ID': String(ids.lab),
    })
    expect(of(ids.center)).toMatchObject({
      ...{ Company: 'Fjord, "Clinic"', 'Template ID': 'tpl-1', 'Lab ID': String(ids.lab), 'Payment profile IDs': 'cust-77' },
      ...{ 'Quality checks': '', 'Vials available': '' },
    })
    for (const id of [ids.patient, ids.center, ids.rep])
      expect(of(id), 'the full line').toMatchObject({ 'Sales manager': 'Man Ager', 'Sales distributor': 'Dis Tributor' })
    expect(of(ids.manager)?.['Sales distributor']).toBe('Dis Tributor')
    expect(of(ids.staff)?.['HC staff (center IDs)']).toBe(String(ids.center))
  })

  test('escapes cells that look like formulas', async () => {
    const { of, answer } = await downloadExport()
    expect(of(ids.patient)).toMatchObject({ Name: 'Ýrsa =cmd()', City: "'@SUM(A1)", Phone: "'+47 5550100" })
    const cells: string[][] = parse(answer.rawPayload, { bom: true })
    expect(cells.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  })

  test.each<[string, () => string, () => number[]]>([
    ['a search', () => '?search=fjord', () => [ids.center]],
    ['a membership', () => '?membership=3', () => [ids.rep]],
    ['a tag', () => '?tag=2', () => [ids.patient]],
    ['a tag and a membership', () => '?tag=2&membership=2', () => [ids.patient]],
    ['a search without matches', () => '?search=nobodyatall', () => []],
  ])('returns the users that the table shows with %s', async (_, query, wanted) => {
    const { rows } = await downloadExport(query())
    expect(rows.map((row) => Number(row.ID))).toEqual(wanted())
    const page = (await admin.get(`/api/v1/users/all/${query()}`)).json()
    expect(page.results.map((user: { id: number }) => user.id)).toEqual(wanted())
  })

  test('returns exactly the chosen active users of the domain', async () => {
    const theirs = await portal.seedOther((db) => createUser(db, 'admin'))
    const { rows } = await downloadExport(`?ids=${ids.rep},${theirs},${ids.center},${ids.rep}&search=nobody`)
    expect(rows.map((row) => Number(row.ID))).toEqual([ids.center, ids.rep].toSorted((a, b) => b - a))
    expect((await exportEvents()).at(-1).after).toEqual({ count: 2, filters: ['search', 'ids'] })
    expect(Object.keys((await admin.get(`${EXPORT}?ids=1,x`)).json().errors)).toEqual(['ids'])
  })

  test('audits the count and the kinds of filters, but not the search text', async () => {
    await downloadExport('?search=fjord&membership=4')
    expect((await exportEvents()).at(-1)).toEqual({ actor_id: ids.admin, after: { count: 1, filters: ['search', 'membership'] } })
  })

  test('leaves out other domains, and is forbidden to other roles', async () => {
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin', { last_name: 'Globexonly' })))
    expect((await theirs.get(EXPORT)).body).not.toMatch(/Fjord|Resent/)
    expect((await downloadExport()).answer.body).not.toContain('Globexonly')
    const before = (await exportEvents()).length
    expect((await (await portal.as(ids.rep)).get(EXPORT)).statusCode).toBe(403)
    expect((await portal.guest.get(EXPORT)).statusCode).toBe(401)
    expect((await admin.get(`${EXPORT}?membership=x`)).json().errors).toEqual({ membership: ['Enter a number.'] })
    expect((await exportEvents()).length).toBe(before)
  })
})

describe('a long export', () => {
  const MANY = 3000
  let url: string
  beforeAll(async () => {
    const insertSql = `
      insert into users (domain_id, memberships, first_name, last_name, email, company)
      select $1, '{8}', 'Many', 'Person ' || n, 'many-' || n || '@mail.example', repeat('x', 100)
      from generate_series($2::int, $2::int + 999) n`
    // Each statement must end before the statement timeout, also on a busy machine.
    for (let first = 1; first <= MANY; first += 1000) await portal.owner.query(insertSql, [portal.domainId, first])
    // Updates the planner statistics, which are wrong after thousands of new rows. Autovacuum does this in production.
    await portal.owner.query('analyze')
    url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  })
  const fetchExport = async (query: string, signal?: AbortSignal) =>
    fetch(url + EXPORT + query, {
      headers: { domain: 'acme', authorization: `Token ${await portal.tokenOf(ids.admin)}` },
      ...(signal && { signal }),
    })

  test('is streamed in many pieces with each user once', async () => {
    const answer = await fetchExport('?membership=8')
    const seen = new Set<string>()
    let lines = 0
    let rest = ''
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      const parts = (rest + Buffer.from(chunk).toString()).split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) seen.add(line.slice(0, line.indexOf(',')))
      lines += parts.length
    }
    expect([lines, seen.size]).toEqual([MANY + 2, MANY + 2])
  })

  test('stops reading when the client disconnects, and audits that', async () => {
    const leaving = new AbortController()
    const answer = await fetchExport('?membership=8', leaving.signal)
    const reader = answer.body?.getReader()
    await reader?.read()
    leaving.abort()
    await expect
      .poll(async () => (await exportEvents()).at(-1)?.after)
      .toMatchObject({ broken_off_after_bytes: expect.any(Number) })
    await expect.poll(() => portal.pool.idleCount === portal.pool.totalCount).toBe(true)
  })
})
