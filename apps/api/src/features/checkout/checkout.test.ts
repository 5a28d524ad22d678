import { CHECKOUT_CONFIRMING } from '@vialdesk/contract/money/checkout'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import {
  cardFields,
  checkoutForm,
  createBuyer,
  createSavedCard,
  lastAttemptOf,
  newPatientFields,
  paymentStateOf,
  reserveInvoice,
  saleOfInvoice,
} from './checkout.fixture.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let other: Awaited<ReturnType<typeof createBuyer>>
let adminId: number
let admin: TestClient
let foreignAdmin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  other = await createBuyer(portal)
  adminId = await portal.seed((db) => createUser(db, 'admin'))
  admin = await portal.as(adminId)
  foreignAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const nothing = { charges: 0, sales: 0, states: [] }

describe('POST /api/v1/transactions/', () => {
  test('charges the card, creates the patient, records the sale with its sales line, and mails receipt and welcome', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const patient = newPatientFields()
    const answer = await buyer.caller.post(
      PAY,
      checkoutForm(invoice, { ...patient, required_signature: true, shipping_date: '2026-03-02' }),
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ code: 'success', error_message: '', invoice_id: invoice })
    const sale = await saleOfInvoice(portal, invoice)
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
    const { rows: audited } = await portal.owner.query(
      "select type, patient_id from audit_log where domain_id = $1 and (after->>'invoice_id' = $2 or subject_id = $3) order by id",
      [portal.domainId, invoice, sale.patient_id],
    )
    expect(audited.map(({ type }) => type)).toEqual([
      'checkout.started',
      'account.created',
      'transaction.recorded',
      'checkout.finished',
      'patient.seen',
    ])
    expect(audited[2].patient_id).toBe(sale.patient_id)
  })

  test('dates the sale in the time zone of the domain', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    await buyer.caller.post(PAY, checkoutForm(invoice))
    const { rows } = await portal.owner.query(
      `select t.day = (a.created_at at time zone d.time_zone)::date as fits, t.date = a.created_at as same
       from transactions t
       join checkout_attempts a on a.id = t.attempt_id
       join domains d on d.id = t.domain_id
       where t.invoice_id = $1`,
      [invoice],
    )
    expect(rows).toEqual([{ fits: true, same: true }])
  })

  test('repeats its answer to the same purchase, and charges once', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const form = checkoutForm(invoice, newPatientFields())
    const first = await buyer.caller.post(PAY, form)
    const again = await buyer.caller.post(PAY, { ...form, credit_card: cardFields({ card_number: '5424000000000015' }) })
    expect(again.json()).toEqual(first.json())
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('refuses another purchase with a used invoice', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    await buyer.caller.post(PAY, checkoutForm(invoice))
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice, { product_quantity: 2, total_amount: 7150 }))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'invoice_used'])
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('charges once when the same purchase arrives 50 times at once', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const form = checkoutForm(invoice, newPatientFields())
    const answers = await Promise.all(Array.from({ length: 50 }, () => buyer.caller.post(PAY, form)))
    const codes = answers.map((answer) => answer.json().code)
    expect(codes.filter((code) => code !== 'success' && code !== 'in_progress')).toEqual([])
    expect(codes).toContain('success')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('charges only one of two concurrent purchases with the same invoice', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const forms = [checkoutForm(invoice), checkoutForm(invoice, { product_quantity: 2, total_amount: 7150 })]
    const answers = await Promise.all(forms.map((form) => buyer.caller.post(PAY, form)))
    expect(answers.map((answer) => answer.json().code).sort()).toEqual(['invoice_used', 'success'])
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('pays with a saved card', async () => {
    const card = await createSavedCard(portal, buyer.center)
    const invoice = await reserveInvoice(buyer.caller)
    const answer = await buyer.caller.post(
      PAY,
      checkoutForm(invoice, { credit_card: undefined, auth_customer_payment_profile_validation: card }),
    )
    expect(answer.json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ card_last4: '1111' })
  })

  test('does not call the provider when there is nothing to pay', async () => {
    await portal.seed((db) => db.insertRow('product_prices', { product_id: 7, price_cents: 0, shipping_cents: 900 }))
    const invoice = await reserveInvoice(buyer.caller)
    const answer = await buyer.caller.post(
      PAY,
      checkoutForm(invoice, { product_id: 7, shipping_fee: 'no', total_amount: 0, credit_card: undefined }),
    )
    expect(answer.json().code).toBe('success')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 1, states: ['approved'] })
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ amount_cents: 0, gateway: 'none', card_last4: null })
  })

  test('accepts an email address that only another domain uses', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const patient = newPatientFields()
    await portal.seedOther((db) => createUser(db, 'patient', { email: patient.email }))
    expect((await buyer.caller.post(PAY, checkoutForm(invoice, patient))).json().code).toBe('success')
  })

  test('keeps the sale when the email address is taken during the charge, and adds a note for the admins', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const patient = newPatientFields()
    const payments = portal.ports.payments.embedded
    portal.ports.payments.embedded = {
      ...payments,
      charge: async (order) => {
        const outcome = await payments.charge(order)
        await portal.seed((db) => createUser(db, 'patient', { email: patient.email }))
        return outcome
      },
    }
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice, patient))
    portal.ports.payments.embedded = payments
    expect(answer.json().code).toBe('success')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect((await saleOfInvoice(portal, invoice)).patient_id).toBe(null)
    const { results } = (await admin.get('/api/v1/checkout-attempts/?limit=100')).json()
    const attempt = results.find(({ invoice_id }: { invoice_id: string }) => invoice_id === invoice)
    expect(attempt.review_note).toContain('could not be created')
    expect(
      (
        await admin.post(`/api/v1/checkout-attempts/${attempt.id}/resolve/`, { as: 'paid', note: 'Made the account by hand.' })
      ).json(),
    ).toMatchObject({ status: 'approved', review_note: null })
  })

  test('sends a payment to review when its sale cannot be recorded', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const payments = portal.ports.payments.embedded
    portal.ports.payments.embedded = {
      ...payments,
      charge: async (order) => {
        await portal.owner.query(
          `update checkout_attempts set order_data = order_data || '{"sales_rep_id": 999999999}' where invoice_id = $1`,
          [invoice],
        )
        return payments.charge(order)
      },
    }
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice))
    portal.ports.payments.embedded = payments
    expect(answer.json()).toMatchObject({ code: 'pending', message: CHECKOUT_CONFIRMING })
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['review'] })
    await portal.owner.query(
      'update checkout_attempts set order_data = order_data || jsonb_build_object($2::text, $3::int) where invoice_id = $1',
      [invoice, 'sales_rep_id', buyer.rep],
    )
    expect(
      (await admin.post(`/api/v1/checkout-attempts/${(await lastAttemptOf(portal, invoice)).id}/recheck/`)).json(),
    ).toMatchObject({
      status: 'approved',
    })
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('refuses more vials than the patient has available', async () => {
    const patient = await portal.seed(async (db) => {
      const id = await createPatient(db, { harvest_center_id: buyer.center })
      await createAddedVials(db, id, 2)
      return id
    })
    const invoice = await reserveInvoice(buyer.caller)
    const vials = (product_quantity: number) =>
      checkoutForm(invoice, { product_id: 2, patient_id: patient, product_quantity, total_amount: 1200 * product_quantity + 250 })
    expect((await buyer.caller.post(PAY, vials(3))).json().code).toBe('not_enough_vials')
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
    expect((await buyer.caller.post(PAY, vials(2))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ patient_id: patient, quantity: 2 })
  })

  test('lets an admin buy for any center, and a center only for itself', async () => {
    const invoice = await reserveInvoice(admin)
    expect((await admin.post(PAY, checkoutForm(invoice))).json().errors).toHaveProperty('harvest_center_id')
    expect((await admin.post(PAY, checkoutForm(invoice, { harvest_center_id: buyer.rep }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    expect((await admin.post(PAY, checkoutForm(invoice, { harvest_center_id: buyer.center }))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ payer_id: adminId, harvest_center_id: buyer.center })
    const own = await reserveInvoice(buyer.caller)
    expect((await buyer.caller.post(PAY, checkoutForm(own, { harvest_center_id: other.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    const foreignInvoice = await reserveInvoice(foreignAdmin)
    expect(
      (await foreignAdmin.post(PAY, checkoutForm(foreignInvoice, { harvest_center_id: buyer.center }))).json().errors,
    ).toHaveProperty('harvest_center_id')
  })

  test('records the staff user when a staff session in the center buys', async () => {
    const staff = await portal.seed(async (db) => {
      const id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: buyer.center }).execute()
      return id
    })
    const caller = await portal.asImpersonator(buyer.center, staff, 'staff')
    const invoice = await reserveInvoice(caller)
    expect((await caller.post(PAY, checkoutForm(invoice))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ hc_staff_id: staff, payer_id: buyer.center })
  })

  test('records the staff user who buys for a center', async () => {
    const staff = await portal.seed(async (db) => {
      const id = await createUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: buyer.center }).execute()
      return id
    })
    const caller = await portal.as(staff)
    const invoice = await reserveInvoice(caller)
    expect((await caller.post(PAY, checkoutForm(invoice, { harvest_center_id: other.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    expect((await caller.post(PAY, checkoutForm(invoice, { harvest_center_id: buyer.center }))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ hc_staff_id: staff, harvest_center_id: buyer.center })
    const attempt = async () => (await caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json()
    expect(await attempt()).toMatchObject({ state: 'success', purchase: { card_number: '1111' } })
    await portal.owner.query('delete from staff_centers where staff_id = $1', [staff])
    expect(await attempt(), 'dismissed staff').toMatchObject({ state: 'success', purchase: null })
  })
})
