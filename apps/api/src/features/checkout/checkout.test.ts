import { CHECKOUT_CONFIRMING } from '@vialdesk/contract/checkout'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { aBuyer, aCard, aForm, aNewPatient, aSavedCard, attemptOf, reserve, saleOf, standOf } from './checkout.fixture.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof aBuyer>>
let other: Awaited<ReturnType<typeof aBuyer>>
let adminId: number
let admin: TestClient
let theirs: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await aBuyer(portal)
  other = await aBuyer(portal)
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
  theirs = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const nothing = { charges: 0, sales: 0, states: [] }

describe('POST /api/v1/transactions/', () => {
  test('pays, creates the patient, records the sale with its line, and mails receipt and welcome', async () => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    const answer = await buyer.caller.post(
      PAY,
      aForm(invoice, { ...patient, required_signature: true, shipping_date: '2026-03-02' }),
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ code: 'success', error_message: '', invoice_id: invoice })
    const sale = await saleOf(portal, invoice)
    expect(sale).toMatchObject({
      id: answer.json().transaction_id,
      amount_cents: 365_000,
      payer_id: buyer.center,
      harvest_center_id: buyer.center,
      sales_rep_id: buyer.rep,
      sales_manager_id: buyer.manager,
      sales_distributor_id: buyer.distributor,
      card_brand: 'Visa',
      card_last4: '1111',
      required_signature: true,
      shipping_date: '2026-03-02',
      hc_staff_id: null,
    })
    const { rows } = await portal.owner.query(
      'select id, first_name, harvest_center_id, password_hash, subscription from users where email = $1',
      [patient.email],
    )
    expect(rows).toEqual([
      { id: sale.patient_id, first_name: 'Nora', harvest_center_id: buyer.center, password_hash: null, subscription: 2 },
    ])
    await portal.runJobs()
    const mails = await portal.owner.query('select recipient, subject, text from mail_outbox order by id')
    const receipts = mails.rows.filter(({ subject }) => subject === `Receipt ${invoice}`)
    expect(receipts.map(({ recipient }) => recipient)).toEqual(['bills@northside.example', 'front@northside.example'])
    for (const { text } of receipts) expect(text).not.toMatch(/patient|processing|vial|Newcomer/i)
    expect(mails.rows.filter(({ recipient }) => recipient === patient.email)).toHaveLength(1)
    const { rows: noted } = await portal.owner.query(
      "select type, patient_id from audit_log where domain_id = $1 and (after->>'invoice_id' = $2 or subject_id = $3) order by id",
      [portal.domainId, invoice, sale.patient_id],
    )
    expect(noted.map(({ type }) => type)).toEqual([
      'checkout.started',
      'account.created',
      'transaction.recorded',
      'checkout.finished',
    ])
    expect(noted[2].patient_id).toBe(sale.patient_id)
  })

  test('dates the sale by the calendar of the domain', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice))
    const { rows } = await portal.owner.query(
      `select t.day = (a.created_at at time zone d.time_zone)::date as fits, t.date = a.created_at as same from transactions t
       join checkout_attempts a on a.id = t.attempt_id join domains d on d.id = t.domain_id where t.invoice_id = $1`,
      [invoice],
    )
    expect(rows).toEqual([{ fits: true, same: true }])
  })

  test('repeats its answer to the same, and charges once', async () => {
    const invoice = await reserve(buyer.caller)
    const form = aForm(invoice, aNewPatient())
    const first = await buyer.caller.post(PAY, form)
    const again = await buyer.caller.post(PAY, { ...form, credit_card: aCard({ card_number: '5424000000000015' }) })
    expect(again.json()).toEqual(first.json())
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('refuses another purchase with a used invoice', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice))
    const answer = await buyer.caller.post(PAY, aForm(invoice, { product_quantity: 2, total_amount: 7150 }))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'invoice_used'])
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('of 50 at once charges one', async () => {
    const invoice = await reserve(buyer.caller)
    const form = aForm(invoice, aNewPatient())
    const answers = await Promise.all(Array.from({ length: 50 }, () => buyer.caller.post(PAY, form)))
    const codes = answers.map((answer) => answer.json().code)
    expect(codes.filter((code) => code !== 'success' && code !== 'in_progress')).toEqual([])
    expect(codes).toContain('success')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('of two purchases at once with one invoice charges one', async () => {
    const invoice = await reserve(buyer.caller)
    const forms = [aForm(invoice), aForm(invoice, { product_quantity: 2, total_amount: 7150 })]
    const answers = await Promise.all(forms.map((form) => buyer.caller.post(PAY, form)))
    expect(answers.map((answer) => answer.json().code).sort()).toEqual(['invoice_used', 'success'])
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('pays with a saved card', async () => {
    const card = await aSavedCard(portal, buyer.center)
    const invoice = await reserve(buyer.caller)
    const answer = await buyer.caller.post(
      PAY,
      aForm(invoice, { credit_card: undefined, auth_customer_payment_profile_validation: card }),
    )
    expect(answer.json().code).toBe('success')
    expect(await saleOf(portal, invoice)).toMatchObject({ card_last4: '1111' })
  })

  test('asks nobody when there is nothing to pay', async () => {
    await portal.seed((db) =>
      db
        .insertInto('product_prices')
        .values({ domain_id: db.domainId, product_id: 7, price_cents: 0, shipping_cents: 900 })
        .execute(),
    )
    const invoice = await reserve(buyer.caller)
    const answer = await buyer.caller.post(
      PAY,
      aForm(invoice, { product_id: 7, shipping_fee: 'no', total_amount: 0, credit_card: undefined }),
    )
    expect(answer.json().code).toBe('success')
    expect(await standOf(portal, invoice)).toEqual({ charges: 0, sales: 1, states: ['approved'] })
    expect(await saleOf(portal, invoice)).toMatchObject({ amount_cents: 0, gateway: 'none', card_last4: null })
  })

  test('takes an address that only another domain knows', async () => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    await portal.seedOther((db) => createUser(db, 'patient', { email: patient.email }))
    expect((await buyer.caller.post(PAY, aForm(invoice, patient))).json().code).toBe('success')
  })

  test('keeps the sale when the address is taken while the card is charged, and tells a person', async () => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    const { payments } = portal.ports
    portal.ports.payments = {
      ...payments,
      charge: async (order) => {
        const outcome = await payments.charge(order)
        await portal.seed((db) => createUser(db, 'patient', { email: patient.email }))
        return outcome
      },
    }
    const answer = await buyer.caller.post(PAY, aForm(invoice, patient))
    portal.ports.payments = payments
    expect(answer.json().code).toBe('success')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect((await saleOf(portal, invoice)).patient_id).toBe(null)
    const { results } = (await admin.get('/api/v1/checkout-attempts/?limit=100')).json()
    const noted = results.find(({ invoice_id }: { invoice_id: string }) => invoice_id === invoice)
    expect(noted.review_note).toContain('could not be created')
    expect(
      (
        await admin.post(`/api/v1/checkout-attempts/${noted.id}/resolve/`, { as: 'paid', note: 'Made the account by hand.' })
      ).json(),
    ).toMatchObject({ status: 'approved', review_note: null })
  })

  test('puts what can not be recorded before a person, and loses no payment', async () => {
    const invoice = await reserve(buyer.caller)
    const { payments } = portal.ports
    portal.ports.payments = {
      ...payments,
      charge: async (order) => {
        await portal.owner.query(
          `update checkout_attempts set order_data = order_data || '{"sales_rep_id": 999999999}' where invoice_id = $1`,
          [invoice],
        )
        return payments.charge(order)
      },
    }
    const answer = await buyer.caller.post(PAY, aForm(invoice))
    portal.ports.payments = payments
    expect(answer.json()).toMatchObject({ code: 'pending', message: CHECKOUT_CONFIRMING })
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['review'] })
    await portal.owner.query(
      'update checkout_attempts set order_data = order_data || jsonb_build_object($2::text, $3::int) where invoice_id = $1',
      [invoice, 'sales_rep_id', buyer.rep],
    )
    expect(
      (await admin.post(`/api/v1/checkout-attempts/${(await attemptOf(portal, invoice)).id}/recheck/`)).json(),
    ).toMatchObject({
      status: 'approved',
    })
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('sells a patient no more vials than there are', async () => {
    const patient = await portal.seed(async (db) => {
      const id = await createPatient(db, { harvest_center_id: buyer.center })
      await createAddedVials(db, id, 2)
      return id
    })
    const invoice = await reserve(buyer.caller)
    const vials = (product_quantity: number) =>
      aForm(invoice, { product_id: 2, patient_id: patient, product_quantity, total_amount: 1200 * product_quantity + 250 })
    expect((await buyer.caller.post(PAY, vials(3))).json().code).toBe('not_enough_vials')
    expect(await standOf(portal, invoice)).toEqual(nothing)
    expect((await buyer.caller.post(PAY, vials(2))).json().code).toBe('success')
    expect(await saleOf(portal, invoice)).toMatchObject({ patient_id: patient, quantity: 2 })
  })

  test('lets an admin buy for a center that it names, and a center only for itself', async () => {
    const invoice = await reserve(admin)
    expect((await admin.post(PAY, aForm(invoice))).json().errors).toHaveProperty('harvest_center_id')
    expect((await admin.post(PAY, aForm(invoice, { harvest_center_id: buyer.rep }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    expect((await admin.post(PAY, aForm(invoice, { harvest_center_id: buyer.center }))).json().code).toBe('success')
    expect(await saleOf(portal, invoice)).toMatchObject({ payer_id: adminId, harvest_center_id: buyer.center })
    const own = await reserve(buyer.caller)
    expect((await buyer.caller.post(PAY, aForm(own, { harvest_center_id: other.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    const theirInvoice = await reserve(theirs)
    expect((await theirs.post(PAY, aForm(theirInvoice, { harvest_center_id: buyer.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
  })

  test('notes the staff behind a session of the center, which buys as the center', async () => {
    const staff = await portal.seed(async (db) => {
      const id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: buyer.center }).execute()
      return id
    })
    const caller = await portal.asImpersonator(buyer.center, staff, 'staff')
    const invoice = await reserve(caller)
    expect((await caller.post(PAY, aForm(invoice))).json().code).toBe('success')
    expect(await saleOf(portal, invoice)).toMatchObject({ hc_staff_id: staff, payer_id: buyer.center })
  })

  test('notes the staff that bought for its center', async () => {
    const staff = await portal.seed(async (db) => {
      const id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: buyer.center }).execute()
      return id
    })
    const caller = await portal.as(staff)
    const invoice = await reserve(caller)
    expect((await caller.post(PAY, aForm(invoice, { harvest_center_id: other.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    expect((await caller.post(PAY, aForm(invoice, { harvest_center_id: buyer.center }))).json().code).toBe('success')
    expect(await saleOf(portal, invoice)).toMatchObject({ hc_staff_id: staff, harvest_center_id: buyer.center })
  })
})
