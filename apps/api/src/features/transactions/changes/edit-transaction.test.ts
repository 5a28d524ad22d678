import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import { createAddedVials, createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let ids: Record<
  'rep' | 'manager' | 'distributor' | 'newRep' | 'newManager' | 'center' | 'elsewhere' | 'patient' | 'stranger',
  number
>
let sale: number
let admin: TestClient
let adminId: number

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await portal.seed(async (db) => {
    const distributor = await createUser(db, 'sales_distributor')
    const manager = await createUser(db, 'sales_manager', { sales_distributor_id: distributor })
    const newManager = await createUser(db, 'sales_manager')
    const rep = await createUser(db, 'sales_rep', { sales_manager_id: manager, first_name: 'Rita', last_name: 'Rep' })
    const newRep = await createUser(db, 'sales_rep', { sales_manager_id: newManager, first_name: 'Ned', last_name: 'New' })
    const center = await createCenter(db, { sales_rep_id: rep, company: 'Northside' })
    const patient = await createPatient(db, { harvest_center_id: center })
    const elsewhere = await createCenter(db, { company: 'Southside' })
    const stranger = await createPatient(db, { harvest_center_id: elsewhere })
    await createAddedVials(db, patient, 5)
    return { rep, manager, distributor, newRep, newManager, center, elsewhere, patient, stranger }
  })
  adminId = await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ann', last_name: 'Admin' }))
  admin = await portal.as(adminId)
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { rep, manager, distributor, center } = ids
  const line = { sales_rep_id: rep, sales_manager_id: manager, sales_distributor_id: distributor }
  sale = await portal.seed((db) => createSale(db, { ...line, payer_id: center, harvest_center_id: center }))
})

const edit = (values: object, id = sale, client = admin) =>
  client.patch(`/api/v1/transactions/${id}/`, { transaction_note: 'Wrong product', ...values })
const receipt = async (client = admin) => (await client.get(`/api/v1/transactions/${sale}/`)).json()
const reject = async (values: object) => (await edit(values)).json().errors
const tallies = async () => {
  const { rows } = await portal.owner.query(
    `select key, sum(n)::int as n from tallies where list = 'transactions' and domain_id = $1 group by key having sum(n) <> 0`,
    [portal.domainId],
  )
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]))
}

describe('an edit', () => {
  test('changes every field, keeps the charge, and is in the history', async () => {
    const values = {
      product_id: 3,
      quantity: 2,
      amount: 99.5,
      harvest_center: ids.elsewhere,
      patient: ids.stranger,
      sales_rep: ids.newRep,
      commission_paid: true,
      version: 1,
    }
    const answer = (await edit(values)).json()
    expect(answer).toMatchObject({
      message: 'Transaction has been updated',
      version: 2,
      quantity: 2,
      amount: 99.5,
      charged_amount: 3650,
      hc: 'Southside',
      patient: ids.stranger,
      sales_rep: ids.newRep,
      sales_manager_id: ids.newManager,
      sales_distributor_id: null,
      commission_paid: true,
    })
    const { transaction_history, charged_amount, amount } = await receipt()
    expect([charged_amount, amount]).toEqual([3650, 99.5])
    expect(transaction_history).toEqual([
      {
        note: 'Wrong product',
        date: expect.any(String),
        correction: -3550.5,
        who: 'Ann Admin',
        before: {
          product: 'New Patient Processing Fee',
          quantity: 1,
          amount: 3650,
          harvest_center: `Northside (${ids.center})`,
          patient: null,
          sales_rep: `Rita Rep (${ids.rep})`,
          sales_manager: expect.stringContaining(`(${ids.manager})`),
          sales_distributor: expect.stringContaining(`(${ids.distributor})`),
          commission_paid: false,
        },
        after: {
          product: expect.any(String),
          quantity: 2,
          amount: 99.5,
          harvest_center: `Southside (${ids.elsewhere})`,
          patient: `Patient ${ids.stranger}`,
          sales_rep: `Ned New (${ids.newRep})`,
          sales_manager: expect.stringContaining(`(${ids.newManager})`),
          sales_distributor: null,
          commission_paid: true,
        },
      },
    ])
  })

  test('needs a note', async () => {
    for (const transaction_note of [undefined, '', '  '])
      expect(await reject({ transaction_note })).toHaveProperty('transaction_note')
  })

  test('shows the parties and the sales line its note and what it did to product, quantity and amount, but no people', async () => {
    await edit({ amount: 1, quantity: 2, patient: ids.patient, commission_paid: true })
    const [before, after] = [
      { amount: 3650, quantity: 1 },
      { amount: 1, quantity: 2 },
    ]
    for (const reader of [ids.center, ids.rep]) {
      const { transaction_history } = await receipt(await portal.as(reader))
      expect(transaction_history).toEqual([{ note: 'Wrong product', date: expect.any(String), correction: -3649, before, after }])
    }
  })

  test('of an older version is a conflict', async () => {
    const answers = await Promise.all([edit({ amount: 10, version: 1 }), edit({ amount: 20, version: 1 })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'conflict', message: 'Someone else has changed this. Reload and try again.' })
    expect((await receipt()).transaction_history).toHaveLength(1)
  })

  test('is refused for other roles, of another domain, and with unknown fields', async () => {
    expect((await edit({}, sale, await portal.as(ids.rep))).statusCode).toBe(403)
    const foreign = await portal.seedOther((db) => createUser(db, 'admin'))
    expect((await edit({}, sale, await portal.asOther(foreign))).statusCode).toBe(404)
    expect(await reject({ charged_amount: 1 })).toHaveProperty('charged_amount')
  })

  test.each([
    ['an unknown product', { product_id: 99 }, 'product_id'],
    ['a rep as center', () => ({ harvest_center: ids.rep }), 'harvest_center'],
    ['a center as referral center', () => ({ referral_harvest_center: ids.center }), 'referral_harvest_center'],
    ['a center as patient', () => ({ patient: ids.center }), 'patient'],
    ['a patient of another center', () => ({ patient: ids.stranger }), 'patient'],
    ['a manager as rep', () => ({ sales_rep: ids.manager }), 'sales_rep'],
    ['no center and no patient', { harvest_center: null }, 'harvest_center'],
    ['vials for nobody', { product_id: 2 }, 'patient'],
    ['a card number in the note', { transaction_note: 'Paid with 4111 1111 1111 1111' }, 'transaction_note'],
  ])('refuses %s', async (_what, values, field) => {
    expect(Object.keys(await reject(typeof values === 'function' ? values() : values))).toEqual([field])
    expect((await receipt()).version).toBe(1)
  })

  test('keeps an inactive rep of the sale, and takes no inactive new one', async () => {
    await portal.owner.query('update users set active = false where id = any($1)', [[ids.rep, ids.newRep]])
    expect((await edit({ amount: 5, sales_rep: ids.rep })).statusCode).toBe(200)
    expect(await reject({ sales_rep: ids.newRep })).toHaveProperty('sales_rep')
    await portal.owner.query('update users set active = true where id = any($1)', [[ids.rep, ids.newRep]])
  })

  test('leaves counts, revenue and totals that agree with the rows', async () => {
    await edit({ product_id: 4, amount: 12.34, sales_rep: ids.newRep, quantity: 3 })
    await edit({ amount: 56.78 })
    const { rows } = await portal.owner.query(
      `select key, count(*)::int as n
       from transactions t, transaction_tallies(t, 1)
       where t.domain_id = $1 group by key`,
      [portal.domainId],
    )
    expect(await tallies()).toEqual(Object.fromEntries(rows.map(({ key, n }) => [key, n])))
    const { rows: revenue } = await portal.owner.query(
      `select
         (select sum(net_cents)::int from transaction_sums where domain_id = $1 and list = 'transaction_months' and key = 'all') as revenue,
         (select sum(n)::int from tallies where domain_id = $1 and list = 'transaction_months' and key = 'rep:' || $2::bigint) as of_rep,
         (select sum(net_cents)::int from transactions where domain_id = $1) as amounts,
         (select count(*)::int from transactions where domain_id = $1 and sales_rep_id = $2) as sales_of_rep`,
      [portal.domainId, ids.newRep],
    )
    expect([revenue[0].revenue, revenue[0].of_rep]).toEqual([revenue[0].amounts, revenue[0].sales_of_rep])
    expect((await admin.get(`/api/v1/transactions/?product_id=4&sales_rep_id=${ids.newRep}`)).json().count).toBe(1)
  })

  test('is audited with the fields that changed', async () => {
    await edit({ amount: 7 })
    const { rows } = await portal.owner.query(
      `select actor_id, subject_id, before, after from audit_log where type = 'transaction.changed' order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({
      actor_id: adminId,
      subject_id: sale,
      before: { amount_cents: 365_000 },
      after: { amount_cents: 700, version: 2 },
    })
  })
})

describe('an edit of ordered vials', () => {
  const reserved = async (patient = ids.patient) =>
    (await portal.owner.query('select vials_reserved from vial_counts where user_id = $1', [patient])).rows[0]?.vials_reserved

  test('moves the reserved vials with the quantity, and frees them with another product', async () => {
    await edit({ product_id: 2, patient: ids.patient, quantity: 3 })
    expect(await reserved()).toBe(3)
    await edit({ quantity: 5 })
    expect(await reserved()).toBe(5)
    expect(await reject({ quantity: 6 })).toHaveProperty('quantity')
    await edit({ product_id: 3 })
    expect(await reserved()).toBe(0)
  })

  test('is refused for what was shipped already', async () => {
    await edit({ product_id: 2, patient: ids.patient, quantity: 3 })
    await portal.owner.query('update transactions set shipped_quantity = 2 where id = $1', [sale])
    expect(await reject({ product_id: 3 })).toHaveProperty('product_id')
    expect(await reject({ quantity: 1 })).toEqual({ quantity: ['2 were sent already.'] })
    expect(await reject({ patient: ids.stranger, harvest_center: ids.elsewhere })).toHaveProperty('patient')
    expect((await edit({ quantity: 2 })).statusCode).toBe(200)
  })
})
