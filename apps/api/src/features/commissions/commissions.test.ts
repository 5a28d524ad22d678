import { randomUUID } from 'node:crypto'
import type { CommissionStatement } from '@vialdesk/contract/money/commissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createRate, createSaleOf, createSalesLine, MANAGER, REP, type SalesLine } from './commissions.fixture.ts'
import { settleCommissions } from './ledger/settle-commissions.commands.ts'

const statementsPath = '/api/v1/commissions/statements/'
const payPath = '/api/v1/commissions/pay/'
const ratesPath = '/api/v1/commissions/rates/'
const settingsPath = '/api/v1/commissions/settings/'

let portal: TestPortal
let admin: TestClient
let line: SalesLine
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin', { first_name: 'Anna', last_name: 'Admin' })))
})
afterAll(() => portal.close())
beforeEach(async () => {
  line = await portal.seed(createSalesLine)
})

/** A settled sale whose entries are of this day. */
const earn = (day: string, owner: SalesLine = line, values = {}) =>
  portal.seed(async (db) => {
    const sale = await createSaleOf(db, owner, values)
    await settleCommissions(db, sale, { day })
    return sale
  })
const rate = (values = {}) => portal.seed((db) => createRate(db, { user_id: line.rep, ...values }))
const reverse = (sale: number, day: string) =>
  portal.seed(async (db) => {
    await db.updateTable('transactions').set({ voided: true }).where('id', '=', sale).execute()
    await settleCommissions(db, sale, { day })
  })
const statementsOf = async (user: number, query = ''): Promise<CommissionStatement[]> =>
  (await admin.get(`${statementsPath}?user_id=${user}${query}`)).json().results
const payment = (statements: CommissionStatement[], values = {}) => ({
  id: randomUUID(),
  statements: statements.map(({ id, due }) => ({ id, due })),
  paid_on: '2026-04-02',
  method: 'Bank transfer',
  reference: 'Run 7',
  ...values,
})
const isMarked = async (sale: number) =>
  (await portal.owner.query('select commission_paid from transactions where id = $1', [sale])).rows[0].commission_paid

describe('statements', () => {
  test('sum up a person and month, with totals of the whole filter', async () => {
    await rate()
    await earn('2026-02-10')
    await earn('2026-03-10')
    await earn('2026-03-31')
    const list = (await admin.get(`${statementsPath}?user_id=${line.rep}&limit=1`)).json()
    expect(list).toMatchObject({ count: 2, enabled: true, totals: { earned: 1050, paid: 0, due: 1050 } })
    expect(list.results).toMatchObject([
      { month: '2026-03', earned: 700, paid: 0, due: 700, lines: 2, unpaid_lines: 2, membership: REP, can: { pay: true } },
    ])
    expect((await statementsOf(line.rep, '&month=2026-02')).map(({ earned }) => earned)).toEqual([350])
    expect(await statementsOf(line.rep, '&state=paid')).toEqual([])
    expect(await statementsOf(line.rep, '&state=payable')).toHaveLength(2)
    expect(await statementsOf(line.rep, '&membership=6')).toEqual([])
  })

  test('are those of the person only, except for admins', async () => {
    await rate()
    await earn('2026-03-10')
    const [statement] = await statementsOf(line.rep)
    const rep = await portal.as(line.rep)
    expect((await rep.get(statementsPath)).json()).toMatchObject({ count: 1, results: [{ can: { pay: false } }] })
    expect((await rep.get(`${statementsPath}${statement?.id}/`)).json().results).toMatchObject([
      { amount: 350, base: 3500, percent: 10, flat: null, kind: 'accrual', paid_on: null },
    ])
    const manager = await portal.as(line.manager)
    expect((await manager.get(`${statementsPath}?user_id=${line.rep}`)).json()).toMatchObject({ count: 0 })
    for (const path of ['', 'pdf/']) {
      expect((await manager.get(`${statementsPath}${statement?.id}/${path}`)).statusCode).toBe(404)
    }
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.get(`${statementsPath}${statement?.id}/`)).statusCode).toBe(404)
    expect((await theirs.get(statementsPath)).json()).toMatchObject({ count: 0, totals: { earned: 0 } })
  })

  test('of a month that has not ended cannot be paid', async () => {
    await rate()
    await portal.seed(async (db) => settleCommissions(db, await createSaleOf(db, line)))
    const [statement] = await statementsOf(line.rep)
    expect(statement).toMatchObject({ ended: false, can: { pay: false } })
    expect(await statementsOf(line.rep, '&state=payable')).toEqual([])
    const answer = await admin.post(payPath, payment([statement as CommissionStatement]))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { statements: [expect.stringContaining('has ended')] }])
  })

  test('are PDF and CSV files without patients', async () => {
    await rate()
    await rate({ user_id: line.manager, membership: MANAGER })
    const sale = await earn('2026-03-10')
    await reverse(sale, '2026-03-11')
    const [statement] = await statementsOf(line.rep)
    const rep = await portal.as(line.rep)
    const pdf = await rep.get(`${statementsPath}${statement?.id}/pdf/`)
    expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    const csv = (await rep.get('/api/v1/commissions/export-csv/?month=2026-03')).body
    const rows = csv.split('\r\n')
    expect(rows).toHaveLength(4)
    expect(rows[0]).toMatch(/^\uFEFF"Entry","Day",/)
    expect(rows[2]).toMatch(/,"reversal",0,10,,-350,"Payment voided",,,$/)
    const both = (await admin.get('/api/v1/commissions/export-csv/')).body
    expect(both).toContain(`,${line.manager},`)
    expect((await rep.get(`/api/v1/commissions/export-csv/?user_id=${line.manager}`)).body).not.toContain(`,${line.manager},`)
  })
})

describe('mark paid', () => {
  test('pays many statements once, and marks their sales', async () => {
    await rate()
    await rate({ user_id: line.manager, membership: MANAGER, flat_cents: 2500 })
    const sale = await earn('2026-03-10')
    const statements = [...(await statementsOf(line.rep)), ...(await statementsOf(line.manager))]
    const body = payment(statements)
    const answers = [await admin.post(payPath, body), await admin.post(payPath, body)]
    for (const answer of answers) {
      expect(answer.json()).toEqual({ message: '2 statements have been marked paid.', statements: 2, amount: 375 })
    }
    expect(await isMarked(sale)).toBe(true)
    const [mine] = await statementsOf(line.rep, '&state=paid')
    expect(mine).toMatchObject({ paid: 350, due: 0, unpaid_lines: 0, can: { pay: false } })
    const detail = (await admin.get(`${statementsPath}${mine?.id}/`)).json()
    expect(detail.payouts).toEqual([
      { paid_on: '2026-04-02', amount: 350, lines: 1, method: 'Bank transfer', reference: 'Run 7', who: 'Anna Admin' },
    ])
    expect(detail.results[0].paid_on).toBe('2026-04-02')
    const rep = await portal.as(line.rep)
    expect((await rep.get(`${statementsPath}${mine?.id}/`)).json().payouts[0].who).toBe('')
    const { rows } = await portal.owner.query('select title from notices where user_id = $1', [line.rep])
    expect(rows).toEqual([{ title: 'Commission paid' }])
    expect((await admin.post(payPath, payment(statements))).statusCode).toBe(409)
  })

  test('of several admins at once pays once', async () => {
    await rate()
    await earn('2026-03-10')
    const statements = await statementsOf(line.rep)
    const answers = await Promise.all(Array.from({ length: 6 }, () => admin.post(payPath, payment(statements))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await statementsOf(line.rep)).toMatchObject([{ paid: 350, due: 0 }])
  })

  test('pays nothing when one of the amounts has changed', async () => {
    const other = await portal.seed(createSalesLine)
    await rate()
    await rate({ user_id: other.rep })
    await earn('2026-03-10')
    await earn('2026-03-10', other)
    const statements = [...(await statementsOf(line.rep)), ...(await statementsOf(other.rep))]
    await earn('2026-03-30', other)
    const answer = await admin.post(payPath, payment(statements))
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('Nothing was paid')])
    expect(await statementsOf(line.rep)).toMatchObject([{ paid: 0 }])
  })

  test('leaves a later reversal as a negative line of the next statement, which is paid with a later one', async () => {
    await rate()
    const sale = await earn('2026-02-10')
    expect((await admin.post(payPath, payment(await statementsOf(line.rep)))).statusCode).toBe(200)
    await reverse(sale, '2026-03-05')
    expect(await isMarked(sale)).toBe(false)
    const [negative] = await statementsOf(line.rep, '&state=unpaid')
    expect(negative).toMatchObject({ month: '2026-03', earned: -350, due: -350 })
    const alone = await admin.post(payPath, payment([negative as CommissionStatement]))
    expect([alone.statusCode, alone.json().errors]).toEqual([422, { statements: [expect.stringContaining('negative')] }])
    await earn('2026-04-05')
    const both = await statementsOf(line.rep, '&state=unpaid')
    expect((await admin.post(payPath, payment(both))).json()).toMatchObject({ statements: 2, amount: 0 })
    expect(await isMarked(sale)).toBe(true)
  })

  test('raced with a refund of its sale stays exact', async () => {
    await rate()
    const sale = await earn('2026-03-10')
    const statements = await statementsOf(line.rep)
    const [paid] = await Promise.all([admin.post(payPath, payment(statements)), reverse(sale, '2026-04-10')])
    expect(paid.statusCode).toBe(200)
    expect(await isMarked(sale)).toBe(false)
    expect(await statementsOf(line.rep)).toMatchObject([
      { month: '2026-04', due: -350 },
      { month: '2026-03', paid: 350, due: 0 },
    ])
  })

  test('refuses a future day, an unknown statement and the statement of another domain', async () => {
    await rate()
    await earn('2026-03-10')
    const statements = await statementsOf(line.rep)
    const future = await admin.post(payPath, payment(statements, { paid_on: '2149-01-01' }))
    expect([future.statusCode, Object.keys(future.json().errors)]).toEqual([422, ['paid_on']])
    const unknown = await admin.post(payPath, { ...payment(statements), statements: [{ id: 999_999_999, due: 1 }] })
    expect(unknown.statusCode).toBe(404)
    const theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await theirs.post(payPath, payment(statements))).statusCode).toBe(404)
    expect((await admin.post(payPath, payment([]))).statusCode).toBe(422)
  })
})

describe('rates', () => {
  test('are added and listed with what applies now', async () => {
    const values = { membership: REP, user_id: line.rep, valid_from: '2149-01-01' }
    await rate()
    const later = await admin.post(ratesPath, { ...values, percent: 12.5 })
    expect([later.statusCode, later.json()]).toMatchObject([
      201,
      { percent: 12.5, flat: null, state: 'next', person: { id: line.rep }, product: null, created_by: 'Anna Admin' },
    ])
    await admin.post(ratesPath, { ...values, product_id: 3, flat: 20 })
    const list = (await admin.get(`${ratesPath}?user_id=${line.rep}`)).json()
    expect(list.results).toMatchObject([
      { flat: 20, product: { id: 3, name: 'Harvest Kit' }, state: 'next' },
      { percent: 12.5, state: 'next' },
      { percent: 10, state: 'current' },
    ])
    await rate({ valid_from: '2021-01-01' })
    expect(
      (await admin.get(`${ratesPath}?user_id=${line.rep}`)).json().results.map((row: { state: string }) => row.state),
    ).toEqual(['current', 'next', 'next', 'past'])
  })

  test.each([
    ['valid_from', { valid_from: '2020-01-01' }],
    ['percent', { flat: 5 }],
    ['percent', { percent: null }],
    ['percent', { percent: 100.5 }],
    ['percent', { percent: 1.234 }],
    ['membership', { membership: 4 }],
    ['product_id', { product_id: 999 }],
  ])('refuses a faulty %s: %j', async (field, values) => {
    const body = { membership: REP, user_id: line.rep, percent: 10, valid_from: '2149-01-01', ...values }
    const answer = await admin.post(ratesPath, body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })

  test('of a person need its membership and its domain', async () => {
    const body = { membership: MANAGER, user_id: line.rep, percent: 10, valid_from: '2149-01-01' }
    expect((await admin.post(ratesPath, body)).json().errors).toHaveProperty('user_id')
    const theirs = await portal.seedOther((db) => createUser(db, 'sales_manager'))
    expect((await admin.post(ratesPath, { ...body, user_id: theirs })).json().errors).toHaveProperty('user_id')
  })
})

describe('settings', () => {
  test('turn percentages of a product off, and commissions', async () => {
    const off = await admin.patch(settingsPath, { flat_only_products: [8, 7, 8] })
    expect(off.json()).toMatchObject({ enabled: true, flat_only_products: [7, 8] })
    const refused = await admin.post(ratesPath, { membership: REP, product_id: 7, percent: 5, valid_from: '2149-01-01' })
    expect(refused.json().errors).toEqual({ percent: [expect.stringContaining('turned off')] })
    await admin.patch(settingsPath, { enabled: false })
    expect((await admin.get(settingsPath)).json()).toEqual({ enabled: false, flat_only_products: [7, 8] })
    expect((await (await portal.as(line.rep)).get(statementsPath)).json().enabled).toBe(false)
    await admin.patch(settingsPath, { enabled: true, flat_only_products: [] })
    const unknown = await admin.patch(settingsPath, { flat_only_products: [999] })
    expect(unknown.json().errors).toHaveProperty('flat_only_products')
  })
})
