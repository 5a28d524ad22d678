import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCoupon } from '#api/features/coupons/coupons.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const CSV = '/api/v1/transactions/export-csv/'
const XLSX = '/api/v1/transactions/export-xlsx/'
let portal: TestPortal
let ids: Awaited<ReturnType<typeof arrange>>

const arrange = () =>
  portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', {
      sales_distributor_id: distributor,
      first_name: 'Mona',
      last_name: '',
    })
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager, first_name: '=Rita', last_name: 'Rep' })
    const center = await createCenter(db, { sales_rep_id: rep, company: 'North; =cmd(), "Ýrsa"' })
    const patient = await createPatient(db, { harvest_center_id: center, first_name: 'Hidden', last_name: 'Person' })
    const line = { sales_rep_id: rep, sales_manager_id: manager, sales_distributor_id: distributor }
    const sale = { payer_id: center, harvest_center_id: center, patient_id: patient }
    const first = await createSale(db, {
      ...{ ...sale, ...line, invoice_id: 'V-000001', quantity: 2, product_id: 3 },
      ...{ day: '2026-03-01', date: '2026-03-02T03:30:00Z' },
    })
    const second = await createSale(db, { ...sale, invoice_id: 'V-000002', day: '2026-03-05', refunded_cents: 5 })
    return { distributor, manager, rep, center, patient, first, second, admin: await createUser(db, 'admin') }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrange()
})
afterAll(async () => {
  // The test's own HTTP client may keep a connection of an answer that was not read to its end.
  portal.app.server.closeAllConnections()
  await portal.close()
})

const download = async (user: number, path: string) => {
  const answer = await (await portal.as(user)).get(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
const rowsOf = async (user: number, query = '') => {
  const answer = await download(user, CSV + query)
  const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true })
  return { answer, rows }
}
const lastEvent = async () => {
  const { rows } = await portal.owner.query(
    `select actor_id, after from audit_log where domain_id = $1 and type = 'transactions.exported' order by id desc limit 1`,
    [portal.domainId],
  )
  return rows[0]
}
/** A connection that was closed may end a moment later. */
const isFree = () => portal.ports.exports.pool.idleCount === portal.ports.exports.pool.totalCount

describe('GET /api/v1/transactions/export-csv/', () => {
  test('has all columns of the list for an admin, newest first, with times in the time zone of the domain', async () => {
    const { answer, rows } = await rowsOf(ids.admin)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="transaction_report_\d{8}T\d{6}Z\.csv"$/),
      'x-row-count': '2',
    })
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(rows.map(({ Invoice }) => Invoice)).toEqual(['V-000002', 'V-000001'])
    expect(rows[1]).toEqual({
      ...{ ID: String(ids.first), Invoice: 'V-000001', Date: '2026-03-01 22:30:00' },
      ...{ 'Harvest center': `North;' =cmd(), "Ýrsa"`, 'Harvest center ID': String(ids.center) },
      ...{ 'Referral harvest center': '', 'Referral harvest center ID': '', Staff: '' },
      ...{ Patient: 'Hidden Person', 'Patient ID': String(ids.patient) },
      ...{ 'Sales rep': "'=Rita Rep", 'Sales rep ID': String(ids.rep), 'Sales manager': 'Mona' },
      ...{ 'Sales manager ID': String(ids.manager), Distributor: expect.any(String), 'Distributor ID': String(ids.distributor) },
      ...{ Product: 'Harvest Kit', Quantity: '2', 'Amount (USD)': '7150.00', Coupon: '', 'Discount (USD)': '0.00' },
      ...{ 'Charged (USD)': '7150.00', 'Corrections (USD)': '0.00', 'Refunded (USD)': '0.00', 'Total (USD)': '7150.00' },
      ...{ 'Paid (USD)': '7150.00', State: 'paid', Delivery: 'none', 'Commission paid': 'No' },
    })
    expect(rows[0]).toMatchObject({ State: 'partly refunded', 'Refunded (USD)': '0.05', 'Sales rep': '' })
  })

  test.each([
    ['rep', 'salesRep-'],
    ['manager', 'salesManager-'],
    ['distributor', 'salesDistributor-'],
  ] as const)('has the own list of a %s, without the person', async (role, prefix) => {
    const { answer, rows } = await rowsOf(ids[role], '?sales_rep_id=1')
    expect(answer.headers['content-disposition']).toContain(`filename="${prefix}20`)
    expect(rows.map(({ Invoice }) => Invoice)).toEqual(role === 'rep' ? ['V-000001'] : [])
    const all = await rowsOf(ids[role])
    expect(all.rows).toHaveLength(1)
    expect(Object.keys(all.rows[0] ?? {})).toEqual([
      ...['Invoice', 'Date', 'Harvest center', 'Referral harvest center', 'Patient ID', 'Sales rep', 'Sales manager', 'Product'],
      ...['Quantity', 'Amount (USD)', 'Coupon', 'Discount (USD)', 'Charged (USD)', 'Corrections (USD)', 'Refunded (USD)'],
      ...['Total (USD)', 'Paid (USD)', 'State', 'Delivery'],
    ])
    expect(all.answer.body).not.toMatch(/Hidden|Person/)
    expect((await rowsOf(ids[role], '?search=hidden')).rows).toEqual([])
    expect((await rowsOf(ids[role], '?search=north')).rows).toHaveLength(1)
  })

  test.each([
    ['?search=hidden', 2],
    ["?search=hid'den%22$1", 0],
    ['?search=north%20000002', 1],
    ['?product_id=3', 1],
    ['?date_before=2026-03-04&offset=1', 1],
    ['?search=nobody', 0],
  ])('has all rows of %s', async (query, count) => {
    const { rows, answer } = await rowsOf(ids.admin, query)
    expect(rows).toHaveLength(count)
    expect(answer.headers['x-row-count']).toBe(String(count))
    expect((await (await portal.as(ids.admin)).get(`/api/v1/transactions/totals/${query}`)).json().count).toBe(count)
  })

  test('audits the number of rows and the kinds of filters, not the search text', async () => {
    await rowsOf(ids.admin, '?search=hidden&product_id=3')
    expect(await lastEvent()).toEqual({
      actor_id: ids.admin,
      after: { format: 'csv', count: 1, filters: ['search', 'product_id'] },
    })
  })

  test('is refused to others and has no sales of another domain', async () => {
    for (const path of [CSV, XLSX]) expect((await (await portal.as(ids.center)).get(path)).statusCode).toBe(403)
    expect((await (await portal.as(ids.rep)).get(XLSX)).statusCode).toBe(403)
    expect((await portal.guest.get(CSV)).statusCode).toBe(401)
    expect((await (await portal.as(ids.admin)).get(`${CSV}?product_id=x`)).statusCode).toBe(422)
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect(parse((await foreign.get(CSV)).rawPayload, { bom: true })).toHaveLength(1)
    await expect.poll(isFree).toBe(true)
  })
})

test('a spreadsheet has numbers and dates as such, again and again on the same connection', async () => {
  for (const query of ['', '?search=hidden']) {
    const answer = await download(ids.admin, XLSX + query)
    expect(answer.headers['content-disposition']).toMatch(/filename="transaction_report_\d{8}T\d{6}Z\.xlsx"/)
    const rows = await readSheet(answer.rawPayload)
    expect(rows[0]?.slice(0, 4)).toEqual(['ID', 'Invoice', 'Date', 'Harvest center'])
    expect(rows[2]?.slice(0, 4)).toEqual([ids.first, 'V-000001', new Date('2026-03-01T22:30:00Z'), 'North; =cmd(), "Ýrsa"'])
    expect(rows[2]).toEqual(expect.arrayContaining(['=Rita Rep', 7150, 'No']))
  }
  await expect.poll(isFree).toBe(true)
})

describe('a long export', () => {
  const MANY = 8000
  let url: string
  beforeAll(async () => {
    await portal.owner.query('alter table transactions disable trigger user')
    const coupon = await portal.seed((db) => createCoupon(db))
    const insertSql = `
      insert into transactions (domain_id, id, invoice_id, day, product_id, charged_product_id, quantity, price_cents, amount_cents, payer_id,
        sales_rep_id, coupon_id, coupon_code_used, search)
      select $1, 1000000 + n, 'L-' || n, '2026-06-01', 1, 1, 1, 0, 0, $2, $3, $5,
        (select string_agg(md5(n || '-' || i), '') from generate_series(1, 50) i), 'x'
      from generate_series($4::int, $4::int + 1999) n`
    for (let first = 1; first <= MANY; first += 2000)
      await portal.owner.query(insertSql, [portal.domainId, ids.center, ids.rep, first, coupon.id])
    await portal.owner.query('alter table transactions enable trigger user')
    await portal.owner.query('analyze transactions')
    url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  })

  const begin = async (path: string, signal?: AbortSignal) =>
    fetch(url + path, {
      headers: { domain: 'acme', authorization: `Token ${await portal.tokenOf(ids.admin)}` },
      ...(signal && { signal }),
    })

  const countRunning = async () => {
    const { rows } = await portal.owner.query(
      `select from pg_stat_activity where datname = current_database() and query ~* '^fetch' and state <> 'idle'`,
    )
    return rows.length
  }

  test.each([CSV, XLSX])('frees its connection when the reader leaves, and audits that: %s', async (path) => {
    const leaving = new AbortController()
    const answer = await begin(path, leaving.signal)
    await answer.body?.getReader().read()
    leaving.abort()
    await expect.poll(async () => (await lastEvent()).after).toMatchObject({ broken_off_after_bytes: expect.any(Number) })
    await expect.poll(isFree).toBe(true)
    await expect.poll(countRunning).toBe(0)
  })

  test('leaves room for other calls: a third one of the domain is refused until one has ended', async () => {
    const leaving = new AbortController()
    const running = [await begin(CSV, leaving.signal), await begin(CSV, leaving.signal)]
    const refusals = running.filter(({ ok }) => !ok).map((answer) => answer.json())
    expect(await Promise.all(refusals)).toEqual([])
    const third = await begin(CSV)
    expect([third.status, await third.json()]).toMatchObject([
      429,
      { message: expect.stringContaining('Other exports are running') },
    ])
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await foreign.get(CSV)).statusCode).toBe(200)
    leaving.abort()
    await expect.poll(async () => (await (await portal.as(ids.rep)).get(`${CSV}?product_id=3`)).statusCode).toBe(200)
    await expect.poll(countRunning).toBe(0)
  })

  test('breaks off visibly when the database fails in the middle', async () => {
    const answer = await begin(CSV)
    expect(answer.status).toBe(200)
    const reader = answer.body?.getReader()
    await reader?.read()
    // The byte order mark is sent before the database is asked.
    const endQuery = async () => {
      const { rowCount } = await portal.owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ~* '^fetch'`,
      )
      return rowCount
    }
    await expect.poll(endQuery).toBe(1)
    const readAll = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return
    }
    await expect(readAll()).rejects.toThrow()
    await expect.poll(isFree).toBe(true)
  })
})
