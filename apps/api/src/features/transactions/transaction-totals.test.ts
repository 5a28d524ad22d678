import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { createSale } from './transactions.fixture.ts'

let portal: TestPortal
let ids: Awaited<ReturnType<typeof arrange>>

const arrange = () =>
  portal.seed(async (db) => {
    const manager = await createUser(db, 'sales_manager')
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager })
    const center = await createCenter(db, { sales_rep_id: rep, company: 'Northside Clinic' })
    const referral = await createUser(db, 'referral_harvest_center')
    const patient = await createPatient(db, { harvest_center_id: center, first_name: 'Hidden' })
    const sale = { payer_id: center, harvest_center_id: center, price_cents: 100, shipping_cents: 50 }
    const line = { sales_rep_id: rep, sales_manager_id: manager }
    await createSale(db, { ...sale, ...line, patient_id: patient, quantity: 3, amount_cents: 350, product_id: 2 })
    await createSale(db, { ...sale, ...line, referral_harvest_center_id: referral, amount_cents: 150, day: '2026-04-01' })
    await createSale(db, { ...sale, amount_cents: 150, day: '2026-05-01' })
    return { manager, rep, center, referral, patient, admin: await createUser(db, 'admin'), lab: await createUser(db, 'lab') }
  })

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrange()
})
afterAll(() => portal.close())

const totals = async (user: number, query = '') =>
  (await (await portal.as(user)).get(`/api/v1/transactions/totals/${query}`)).json()
/** Without corrections and refunds. */
const of = (count: number, quantity: number, amount: number) => ({
  ...{ count, quantity, amount, charged_amount: amount },
  ...{ refunded_amount: 0, net_amount: amount },
})

test('sums all sales of the filter for an admin, whatever the page', async () => {
  expect(await totals(ids.admin)).toEqual(of(3, 5, 6.5))
  expect(await totals(ids.admin, '?limit=1&offset=2')).toEqual(of(3, 5, 6.5))
  expect(await totals(ids.admin, '?date_after=2026-04-01')).toEqual(of(2, 2, 3))
  expect(await totals(ids.admin, '?search=northside')).toEqual(of(3, 5, 6.5))
  expect(await totals(ids.admin, '?search=hidden&product_id=2')).toEqual(of(1, 3, 3.5))
  expect(await totals(ids.admin, '?search=nobody')).toEqual(of(0, 0, 0))
})

test('sums only the own sales for everybody else, whatever the filter names', async () => {
  const own = of(2, 4, 5)
  expect(await totals(ids.rep, `?sales_rep_id=${ids.admin}`)).toEqual(own)
  expect(await totals(ids.manager, `?sales_manager_id=${ids.admin}&search=northside`)).toEqual(own)
  expect(await totals(ids.center, `?harvest_center_id=${ids.referral}`)).toEqual(of(3, 5, 6.5))
  expect(await totals(ids.referral)).toEqual(of(1, 1, 1.5))
  expect(await totals(ids.patient, `?patient_id=${ids.admin}`)).toEqual(of(1, 3, 3.5))
  expect(await totals(ids.patient)).toEqual(of(1, 3, 3.5))
})

test('does not let the sales line count by the name of a patient', async () => {
  for (const user of [ids.rep, ids.manager]) expect((await totals(user, '?search=hidden')).count).toBe(0)
  expect((await totals(ids.center, '?search=hidden')).count).toBe(1)
})

test('adds up what was charged, corrected and given back, by every way to find the sales', async () => {
  const change = (columns: string) =>
    portal.owner.query(`update transactions set ${columns} where domain_id = $1 and quantity = 3`, [portal.domainId])
  await change('amount_cents = amount_cents - 100, refunded_cents = 150')
  const money = { amount: 5.5, charged_amount: 6.5, refunded_amount: 1.5, net_amount: 5 }
  for (const query of ['', '?search=northside', '?search=northside&date_after=2026-01-01', `?harvest_center_id=${ids.center}`])
    expect(await totals(ids.admin, query)).toEqual({ count: 3, quantity: 5, ...money })
  expect(await totals(ids.manager, '?date_after=2026-01-01')).toMatchObject({ amount: 4, charged_amount: 5, net_amount: 3.5 })
  await change('amount_cents = amount_cents + 100, refunded_cents = 0')
  expect(await totals(ids.admin)).toEqual(of(3, 5, 6.5))
})

test('is refused without a list of sales, and to other domains', async () => {
  expect((await (await portal.as(ids.lab)).get('/api/v1/transactions/totals/')).statusCode).toBe(403)
  expect((await portal.guest.get('/api/v1/transactions/totals/')).statusCode).toBe(401)
  expect((await (await portal.as(ids.admin)).get('/api/v1/transactions/totals/?product_id=x')).statusCode).toBe(422)
  const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
  expect((await foreign.get('/api/v1/transactions/totals/')).json()).toEqual(of(0, 0, 0))
})
