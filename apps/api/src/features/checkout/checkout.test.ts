import { CHECKOUT_UNSURE } from '@vialdesk/contract/checkout'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient, aUser, vialsAdded } from '#api/testing/factories.ts'
import { type Caller, type TestPortal, testPortal } from '#api/testing/portal.ts'
import { aBuyer, aCard, aForm, aNewPatient, letTimePass, reserve, standOf } from './checkouts.fixture.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof aBuyer>>
let other: Awaited<ReturnType<typeof aBuyer>>
let adminId: number
let admin: Caller
let theirs: Caller

beforeAll(async () => {
  portal = await testPortal()
  buyer = await aBuyer(portal)
  other = await aBuyer(portal)
  adminId = await portal.arrange((db) => aUser(db, 'admin'))
  admin = await portal.as(adminId)
  theirs = await portal.asOther(await portal.arrangeOther((db) => aUser(db, 'admin')))
})
afterAll(() => portal.close())

const saleOf = async (invoice: string) =>
  (await portal.owner.query('select * from transactions where invoice_id = $1', [invoice])).rows[0]
const attemptOf = async (invoice: string) =>
  (await portal.owner.query('select * from checkout_attempts where invoice_id = $1 order by attempt_no desc limit 1', [invoice]))
    .rows[0]
const nothing = { charges: 0, sales: 0, states: [] }

describe('GET /api/v1/products/list-all-options/', () => {
  test('names the products to every role, and to nobody without a session', async () => {
    const options = (await buyer.caller.get('/api/v1/products/list-all-options/')).json()
    expect(options).toContainEqual({ id: 1, name: 'New Patient Processing Fee' })
    expect((await portal.anyone.get('/api/v1/products/list-all-options/')).statusCode).toBe(401)
  })
})

describe('GET /api/v1/products/{id}/', () => {
  test('gives the price, and the business’s own where it has one', async () => {
    expect((await buyer.caller.get('/api/v1/products/1/')).json()).toMatchObject({ price: 3500, shipping_fee: 150, prices: [] })
    await portal.arrange((db) =>
      db
        .insertInto('product_prices')
        .values({ domain_id: db.domainId, product_id: 8, price_cents: 12_345, shipping_cents: 5 })
        .execute(),
    )
    expect((await buyer.caller.get('/api/v1/products/8/')).json()).toMatchObject({
      price: 180,
      prices: [{ price: 123.45, shipping_fee: 0.05 }],
    })
    expect((await theirs.get('/api/v1/products/8/')).json().prices).toEqual([])
  })

  test('knows no other product', async () => {
    for (const id of ['99', '99999999', 'x']) expect((await buyer.caller.get(`/api/v1/products/${id}/`)).statusCode).toBe(404)
    expect((await portal.anyone.get('/api/v1/products/1/')).statusCode).toBe(401)
  })
})

describe('POST /api/v1/billing-profiles/get-profile/', () => {
  const path = '/api/v1/billing-profiles/get-profile/'

  test('lists the caller’s own cards, the first as the default, and nobody else’s', async () => {
    expect((await buyer.caller.post(path, { user_id: buyer.center })).json()).toEqual({ code: 'success', payments: [] })
    const saved = await aSavedCard(portal, buyer.center)
    const answer = await buyer.caller.post(path, { user_id: buyer.center })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json().payments).toEqual([
      {
        payment_profile_id: saved,
        profile_id: expect.any(String),
        card_type: 'Visa',
        card_number: '1111',
        expiration_date: '2099-12',
        expired: false,
        default: true,
      },
    ])
    expect((await other.caller.post(path, { user_id: buyer.center })).statusCode).toBe(404)
    expect((await admin.post(path, { user_id: buyer.center })).statusCode).toBe(404)
    expect((await theirs.post(path, { user_id: buyer.center })).statusCode).toBe(404)
    expect((await portal.anyone.post(path, { user_id: buyer.center })).statusCode).toBe(401)
    expect((await buyer.caller.post(path, {})).json().errors).toHaveProperty('user_id')
  })

  test('says so when the provider can not be asked', async () => {
    const { payments } = portal.ports
    portal.ports.payments = { ...payments, listCards: () => Promise.reject(new Error('down')) }
    expect((await buyer.caller.post(path, { user_id: buyer.center })).statusCode).toBe(503)
    portal.ports.payments = payments
  })
})

async function aSavedCard({ ports, domainId, arrange }: TestPortal, userId: number, zip = '30301'): Promise<string> {
  const { CardSecret } = await import('#api/adapters/payments/card-secret.ts')
  const { customerId } = await ports.payments.ensureCustomer({ domainId, reference: `U${userId}`, email: 'x@mail.example' })
  await arrange((db) =>
    db
      .insertInto('payment_customers')
      .values({ domain_id: domainId, user_id: userId, gateway: 'embedded', customer_profile_id: customerId })
      .onConflict((c) => c.doNothing())
      .execute(),
  )
  const card = new CardSecret({ number: aCard().card_number, expiry: '2099-12' })
  const billTo = { firstName: 'A', lastName: 'B', address: '1', city: 'C', state: 'D', zip, country: 'E' }
  const outcome = await ports.payments.addCard({ domainId, customerId, source: { kind: 'card', card, billTo } })
  if (outcome.kind !== 'saved') throw new Error(`The card was not saved: ${outcome.kind}`)
  return outcome.card.cardId
}

describe('GET /api/v1/transactions/get-last-id/', () => {
  test('reserves an id of the caller’s own at each call, never the same twice', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => reserve(buyer.caller)))
    expect(new Set(ids).size).toBe(20)
    for (const id of ids) expect(id).toMatch(/^V-\d{6}$/)
    const { rows } = await portal.owner.query('select count(*)::int as n from invoices where id = any($1) and user_id = $2', [
      ids,
      buyer.center,
    ])
    expect(rows).toEqual([{ n: 20 }])
    expect((await buyer.caller.get('/api/v1/transactions/get-last-id/')).headers['cache-control']).toBe('no-store')
  })

  test('is for those who can pay', async () => {
    expect((await (await portal.as(buyer.rep)).get('/api/v1/transactions/get-last-id/')).statusCode).toBe(403)
    expect((await portal.anyone.get('/api/v1/transactions/get-last-id/')).statusCode).toBe(401)
  })
})

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
    const sale = await saleOf(invoice)
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

  test.each([
    ['a declined card', { zip: '46282' }, 'The card was declined.'],
    ['a wrong number', { credit_card: aCard({ card_number: '4111111111111112' }) }, 'The card number is invalid.'],
    ['an expired card', { credit_card: aCard({ expiration_date: '2020-01' }) }, 'The card has expired.'],
    [
      'a wrong security code',
      { credit_card: aCard({ cvc: '901' }) },
      'The card was declined: the security code does not match the card.',
    ],
  ])('says why it refuses %s, records nothing, and lets the same card try again', async (_what, values, message) => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    const refused = await buyer.caller.post(PAY, aForm(invoice, { ...patient, ...values }))
    expect([refused.statusCode, refused.json()]).toEqual([402, { code: 'payment_declined', message }])
    expect(await standOf(portal, invoice)).toMatchObject({ charges: 0, sales: 0, states: ['declined'] })
    expect((await portal.owner.query('select 1 from users where email = $1', [patient.email])).rows).toEqual([])
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json()).toMatchObject({ state: 'declined', message })
    expect((await buyer.caller.post(PAY, aForm(invoice, patient))).json().code).toBe('success')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['declined', 'approved'] })
    expect((await attemptOf(invoice)).ref_id).toBe(`${invoice}-2`)
  })

  test('pays with a saved card', async () => {
    const card = await aSavedCard(portal, buyer.center)
    const invoice = await reserve(buyer.caller)
    const answer = await buyer.caller.post(
      PAY,
      aForm(invoice, { credit_card: undefined, auth_customer_payment_profile_validation: card }),
    )
    expect(answer.json().code).toBe('success')
    expect(await saleOf(invoice)).toMatchObject({ card_last4: '1111' })
  })

  test('never pays with somebody else’s card', async () => {
    const card = await aSavedCard(portal, buyer.center)
    const invoice = await reserve(other.caller)
    const form = aForm(invoice, { credit_card: undefined, auth_customer_payment_profile_validation: card })
    const without = await other.caller.post(PAY, form)
    expect([without.statusCode, Object.keys(without.json().errors)]).toEqual([422, ['auth_customer_payment_profile_validation']])
    expect(await standOf(portal, invoice)).toEqual(nothing)
    await aSavedCard(portal, other.center)
    expect((await other.caller.post(PAY, form)).statusCode).toBe(402)
    expect(await standOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['rejected'] })
  })

  test.each([
    ['too little', { total_amount: 0.01 }, '$3,650.00'],
    ['too much', { total_amount: 3650.01 }, '$3,650.00'],
    ['no shipping fee where there is one', { total_amount: 3500 }, '$3,650.00'],
    ['nothing, and no card', { total_amount: 0, credit_card: undefined }, '$3,650.00'],
    ['the price of one for two', { product_quantity: 2 }, '$7,150.00'],
    ['a shipping fee that was not asked for', { shipping_fee: 'no' }, '$3,500.00'],
  ])('refuses %s, with the new total, and charges nothing', async (_what, values, total) => {
    const invoice = await reserve(buyer.caller)
    const answer = await buyer.caller.post(PAY, aForm(invoice, values))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'price_changed'])
    expect(answer.json().message).toContain(total)
    expect(await standOf(portal, invoice)).toEqual(nothing)
  })

  test('asks nobody when there is nothing to pay', async () => {
    await portal.arrange((db) =>
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
    expect(await saleOf(invoice)).toMatchObject({ amount_cents: 0, gateway: 'none', card_last4: null })
  })

  test.each([
    ['first_name', { ...aNewPatient(), first_name: '' }],
    ['email', { ...aNewPatient(), email: 'nobody' }],
    ['credit_card', { credit_card: undefined }],
    ['credit_card.card_number', { credit_card: aCard({ card_number: '41x' }) }],
    ['credit_card.cvc', { credit_card: aCard({ cvc: '12' }) }],
    ['product_quantity', { product_quantity: 0 }],
    ['addressInfo.city', { addressInfo: { ...aForm('').addressInfo, city: '' } }],
    ['harvest_center_email', { harvest_center_email: 'x' }],
    ['invoice_id', { invoice_id: 'V-999999' }],
    ['product_id', { product_id: 77 }],
    ['product_id', { product_id: 13 }],
    ['patient_id', { patient_id: 999_999 }],
    ['patient_id', { product_id: 2, total_amount: 1450 }],
    ['patient_id', { product_id: 14, total_amount: 1100 }],
  ])('names %s where it is wrong, and changes nothing', async (field, values) => {
    const invoice = await reserve(buyer.caller)
    const answer = await buyer.caller.post(PAY, aForm(invoice, values as Record<string, unknown>))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveProperty([field])
    expect(answer.body).not.toContain('41x')
    expect(await standOf(portal, invoice)).toEqual(nothing)
  })

  test('refuses an address that is taken before anything is charged', async () => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    await portal.arrange((db) => aUser(db, 'patient', { email: patient.email.toUpperCase() }))
    const answer = await buyer.caller.post(PAY, aForm(invoice, patient))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { email: ['A user with this email already exists.'] }])
    expect(await standOf(portal, invoice)).toEqual(nothing)
  })

  test('takes an address that only another domain knows', async () => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    await portal.arrangeOther((db) => aUser(db, 'patient', { email: patient.email }))
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
        await portal.arrange((db) => aUser(db, 'patient', { email: patient.email }))
        return outcome
      },
    }
    const answer = await buyer.caller.post(PAY, aForm(invoice, patient))
    portal.ports.payments = payments
    expect(answer.json().code).toBe('success')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect((await saleOf(invoice)).patient_id).toBe(null)
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
    expect(answer.json()).toMatchObject({ code: 'pending', message: CHECKOUT_UNSURE })
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['review'] })
    await portal.owner.query(
      'update checkout_attempts set order_data = order_data || jsonb_build_object($2::text, $3::int) where invoice_id = $1',
      [invoice, 'sales_rep_id', buyer.rep],
    )
    expect((await admin.post(`/api/v1/checkout-attempts/${(await attemptOf(invoice)).id}/recheck/`)).json()).toMatchObject({
      status: 'approved',
    })
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('needs an active sales rep', async () => {
    const lonely = await aBuyer(portal)
    const invoice = await reserve(lonely.caller)
    await portal.arrange((db) => db.updateTable('users').set({ active: false }).where('id', '=', lonely.rep).execute())
    const answer = await lonely.caller.post(PAY, aForm(invoice))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['harvest_center_id']])
    expect(await standOf(portal, invoice)).toEqual(nothing)
  })

  test('sells a patient no more vials than there are', async () => {
    const patient = await portal.arrange(async (db) => {
      const id = await aPatient(db, { harvest_center_id: buyer.center })
      await vialsAdded(db, id, 2)
      return id
    })
    const invoice = await reserve(buyer.caller)
    const vials = (product_quantity: number) =>
      aForm(invoice, { product_id: 2, patient_id: patient, product_quantity, total_amount: 1200 * product_quantity + 250 })
    expect((await buyer.caller.post(PAY, vials(3))).json().code).toBe('not_enough_vials')
    expect(await standOf(portal, invoice)).toEqual(nothing)
    expect((await buyer.caller.post(PAY, vials(2))).json().code).toBe('success')
    expect(await saleOf(invoice)).toMatchObject({ patient_id: patient, quantity: 2 })
  })

  test('is only for the center’s own patients', async () => {
    const patient = await portal.arrange((db) => aPatient(db, { harvest_center_id: other.center }))
    const invoice = await reserve(buyer.caller)
    const answer = await buyer.caller.post(PAY, aForm(invoice, { patient_id: patient }))
    expect(answer.json().errors).toHaveProperty('patient_id')
  })

  test('takes only an invoice of the payer’s own that has not expired', async () => {
    const invoice = await reserve(buyer.caller)
    expect((await other.caller.post(PAY, aForm(invoice))).json().errors).toHaveProperty('invoice_id')
    await portal.owner.query(`update invoices set expires_at = now() where id = $1`, [invoice])
    expect((await buyer.caller.post(PAY, aForm(invoice))).json().errors).toHaveProperty('invoice_id')
    expect(await standOf(portal, invoice)).toEqual(nothing)
  })

  test('lets an admin buy for a center that it names, and a center only for itself', async () => {
    const invoice = await reserve(admin)
    expect((await admin.post(PAY, aForm(invoice))).json().errors).toHaveProperty('harvest_center_id')
    expect((await admin.post(PAY, aForm(invoice, { harvest_center_id: buyer.rep }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    expect((await admin.post(PAY, aForm(invoice, { harvest_center_id: buyer.center }))).json().code).toBe('success')
    expect(await saleOf(invoice)).toMatchObject({ payer_id: adminId, harvest_center_id: buyer.center })
    const own = await reserve(buyer.caller)
    expect((await buyer.caller.post(PAY, aForm(own, { harvest_center_id: other.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    const theirInvoice = await reserve(theirs)
    expect((await theirs.post(PAY, aForm(theirInvoice, { harvest_center_id: buyer.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
  })

  test('notes the staff that bought for its center', async () => {
    const staff = await portal.arrange(async (db) => {
      const id = await aUser(db, 'hc_staff')
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: buyer.center }).execute()
      return id
    })
    const caller = await portal.as(staff)
    const invoice = await reserve(caller)
    expect((await caller.post(PAY, aForm(invoice, { harvest_center_id: other.center }))).json().errors).toHaveProperty(
      'harvest_center_id',
    )
    expect((await caller.post(PAY, aForm(invoice, { harvest_center_id: buyer.center }))).json().code).toBe('success')
    expect(await saleOf(invoice)).toMatchObject({ hc_staff_id: staff, harvest_center_id: buyer.center })
  })

  test('is not for roles that do not buy, and not without a session', async () => {
    for (const id of [buyer.rep, buyer.manager])
      expect((await (await portal.as(id)).post(PAY, aForm('V-000001'))).statusCode).toBe(403)
    expect((await portal.anyone.post(PAY, aForm('V-000001'))).statusCode).toBe(401)
  })

  test('takes no body larger than a form', async () => {
    expect((await buyer.caller.post(PAY, { ...aForm('V-000001'), first_name: 'x'.repeat(9000) })).statusCode).toBe(413)
  })
})

describe('a payment whose fate is not known', () => {
  const look = async () => {
    await letTimePass(portal)
    await portal.runJobs()
  }

  test.each([
    ['46291', 'the answer never arrived', { charges: 1, sales: 1, states: ['approved'] }, 'success'],
    ['46292', 'the request never arrived', { charges: 0, sales: 0, states: ['review'] }, 'review'],
    ['46293', 'a proxy answered', { charges: 0, sales: 0, states: ['review'] }, 'review'],
    ['46294', 'it was held for review', { charges: 0, sales: 0, states: ['review'] }, 'review'],
  ])('(zip %s) because %s ends well or before a person', async (zip, _why, end, state) => {
    const invoice = await reserve(buyer.caller)
    const form = aForm(invoice, { zip, ...aNewPatient() })
    const answer = await buyer.caller.post(PAY, form)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { code: 'pending', message: CHECKOUT_UNSURE, error_message: '', invoice_id: invoice, transaction_id: null },
    ])
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe('confirming')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('in_progress')
    for (let looks = 0; looks < 5; looks++) await look()
    expect(await standOf(portal, invoice)).toEqual(end)
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe(state)
    await look()
    expect(await standOf(portal, invoice)).toEqual(end)
  })

  test('is looked up after 1, 5, 30, 120 and 480 minutes, not sooner', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice, { zip: '46292' }))
    const minutes: (number | null)[] = []
    // A job that is done is still being deleted when its run ends; only those that wait count.
    for (let looks = 0; looks < 6; looks++) {
      await portal.runJobs()
      const { rows } = await portal.owner.query(
        `select checks, round(extract(epoch from next_check_at - now()) / 60)::int as minutes,
           (select count(*)::int from graphile_worker._private_jobs j where j.key = 'checkout.settle:' || a.id and j.locked_at is null) as jobs from checkout_attempts a where invoice_id = $1`,
        [invoice],
      )
      expect(rows[0]).toMatchObject({ checks: looks, jobs: 1 })
      minutes.push(rows[0].minutes)
      await look()
    }
    expect(minutes).toEqual([1, 5, 30, 120, 480, null])
  })

  test('is approved when the provider lets go of it', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice, { zip: '46294' }))
    const { gateway_trans_id: transId, status } = await attemptOf(invoice)
    expect(status).toBe('held')
    await portal.owner.query(`update gateway_sim.sim_transactions set status = 'captured', captured_at = now() where id = $1`, [
      transId,
    ])
    await look()
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('is declined when the provider says so later, and may be tried again', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice, { zip: '46294' }))
    await portal.owner.query(`update gateway_sim.sim_transactions set status = 'declined' where invoice_number = $1`, [invoice])
    await look()
    expect(await standOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['declined'] })
    expect((await buyer.caller.post(PAY, aForm(invoice))).json().code).toBe('success')
  })

  test('is pending, not failed, when the answer can not be written down just now', async () => {
    const invoice = await reserve(buyer.caller)
    const { payments } = portal.ports
    const block =
      "create or replace function fall_over() returns trigger language plpgsql as $$ begin raise exception using errcode = '57014'; end $$"
    await portal.owner.query(block)
    portal.ports.payments = {
      ...payments,
      charge: async (order) => {
        await portal.owner.query(
          'create trigger fall_over before insert on transactions for each row execute function fall_over()',
        )
        return payments.charge(order)
      },
    }
    const answer = await buyer.caller.post(PAY, aForm(invoice))
    portal.ports.payments = payments
    await portal.owner.query('drop trigger fall_over on transactions')
    expect(answer.json().code).toBe('pending')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    await look()
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })
})
