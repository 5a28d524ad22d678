import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkoutForm,
  createBuyer,
  makeLookupsDue,
  PAN,
  paymentStateOf,
  reserveInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { GatewayUnavailable, gatewayReference } from '#api/platform/ports/payments.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'
const LIST = '/api/v1/checkout-attempts/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let admin: TestClient
let foreignAdmin: TestClient

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  foreignAdmin = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

const idOf = async (invoice: string) =>
  (await portal.owner.query('select id from checkout_attempts where invoice_id = $1 order by attempt_no desc', [invoice])).rows[0]
    .id as string

/** Creates a payment in review: by its zip not charged (46292), charged without an answer (46291), or held (46294). */
async function createReviewedPayment(zip = '46292') {
  const invoice = await reserveInvoice(buyer.caller)
  await buyer.caller.post(PAY, checkoutForm(invoice, { zip }))
  await portal.owner.query(
    `update checkout_attempts set status = 'review', review_note = 'Look at this.', next_check_at = null where invoice_id = $1`,
    [invoice],
  )
  return { invoice, id: await idOf(invoice) }
}
const resolve = (id: string, body: Record<string, unknown>) => admin.post(`${LIST}${id}/resolve/`, body)
const withProviderDown = async <T>(work: () => Promise<T>): Promise<T> => {
  const payments = portal.ports.payments.embedded
  const down = () => Promise.reject(new GatewayUnavailable('down'))
  portal.ports.payments.embedded = { ...payments, find: down, get: down }
  try {
    return await work()
  } finally {
    portal.ports.payments.embedded = payments
  }
}

describe('GET /api/v1/checkout-attempts/{invoice_id}/', () => {
  test('returns the state of the payment to the payer and to admins', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const getState = async (client: TestClient) => (await client.get(`${LIST}${invoice}/`)).json()
    expect(await getState(buyer.caller)).toMatchObject({ state: 'none', invoice_id: invoice, transaction_id: null })
    await buyer.caller.post(PAY, checkoutForm(invoice))
    expect(await getState(buyer.caller)).toMatchObject({ state: 'success', transaction_id: expect.any(Number) })
    expect(await getState(admin)).toMatchObject({ state: 'success' })
  })

  test('refuses everybody else, and returns 404 for an invoice that was never reserved', async () => {
    const other = await createBuyer(portal)
    const invoice = await reserveInvoice(buyer.caller)
    expect((await other.caller.get(`${LIST}${invoice}/`)).statusCode).toBe(404)
    expect((await foreignAdmin.get(`${LIST}${invoice}/`)).statusCode).toBe(404)
    expect((await buyer.caller.get(`${LIST}V-9999999/`)).statusCode).toBe(404)
    expect((await (await portal.as(buyer.rep)).get(`${LIST}${invoice}/`)).statusCode).toBe(403)
    expect((await portal.guest.get(`${LIST}${invoice}/`)).statusCode).toBe(401)
  })
})

describe('GET /api/v1/checkout-attempts/', () => {
  test('lists the payments to review of the domain, oldest first', async () => {
    const [first, second] = [await createReviewedPayment(), await createReviewedPayment()]
    const { count, amount, results } = (await admin.get(`${LIST}?limit=100`)).json()
    expect(amount).toBe(results.reduce((sum: number, row: { amount: number }) => sum + row.amount, 0))
    expect((await admin.get(`${LIST}?limit=1`)).json(), 'the amount of all pages').toMatchObject({ count, amount })
    const invoices = results.map(({ invoice_id }: { invoice_id: string }) => invoice_id)
    expect(count).toBe(results.length)
    expect(invoices.indexOf(first.invoice)).toBeLessThan(invoices.indexOf(second.invoice))
    expect(results.at(-1)).toMatchObject({
      id: second.id,
      status: 'review',
      amount: 3650,
      payer: 'Northside',
      product: 'New Patient Processing Fee',
      review_note: 'Look at this.',
    })
    const newest = (await admin.get(`${LIST}?limit=100&sort=-created`)).json().results
    expect(newest.map(({ invoice_id }: { invoice_id: string }) => invoice_id)).toEqual(invoices.toReversed())
    expect((await foreignAdmin.get(LIST)).json()).toEqual({ count: 0, amount: 0, results: [] })
  })

  test('refuses everybody but admins', async () => {
    expect((await buyer.caller.get(LIST)).statusCode).toBe(403)
    expect((await portal.guest.get(LIST)).statusCode).toBe(401)
    expect((await admin.get(`${LIST}?limit=0`)).json().errors).toHaveProperty('limit')
  })
})

describe('POST /api/v1/checkout-attempts/{id}/recheck/', () => {
  const recheck = (id: string, client = admin) => client.post(`${LIST}${id}/recheck/`)

  test('records the sale of a payment that the provider has', async () => {
    const { id, invoice } = await createReviewedPayment('46291')
    expect((await recheck(id)).json()).toMatchObject({
      status: 'approved',
      review_note: null,
      message: 'The provider knows this payment. Its result is now recorded.',
    })
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect((await recheck(id)).json()).toMatchObject({ status: 'approved', message: 'This payment is already decided.' })
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('keeps the payment in review when the provider does not know it or cannot be reached', async () => {
    const { id, invoice } = await createReviewedPayment()
    expect((await recheck(id)).json()).toMatchObject({ status: 'review', outcome_code: 'not_found', checks: 1 })
    expect((await withProviderDown(() => recheck(id))).json()).toMatchObject({ status: 'review', outcome_code: 'unavailable' })
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['review'] })
  })

  test('keeps the payment in review after two charges, or when another provider was used', async () => {
    const { id, invoice } = await createReviewedPayment('46291')
    await portal.owner.query(
      `insert into gateway_sim.sim_transactions (domain_id, kind, ref_id, invoice_number, amount_cents,
         status, reason, brand, last4, expiry, submitted_at, captured_at)
       select domain_id, kind, 'by hand', invoice_number, amount_cents,
         status, reason, brand, last4, expiry, submitted_at, captured_at
       from gateway_sim.sim_transactions
       where invoice_number = $1`,
      [gatewayReference(portal.domainId, invoice)],
    )
    expect((await recheck(id)).json()).toMatchObject({ status: 'review', outcome_code: 'several' })
    await portal.owner.query(`update checkout_attempts set gateway = 'another' where id = $1`, [id])
    expect((await recheck(id)).json()).toMatchObject({ status: 'review', outcome_code: 'other_gateway' })
  })

  test('refuses a payment that is still being sent', async () => {
    const { id } = await createReviewedPayment()
    await portal.owner.query(`update checkout_attempts set status = 'sending' where id = $1`, [id])
    expect((await recheck(id)).json().code).toBe('in_progress')
    expect((await resolve(id, { as: 'abandoned', note: 'x' })).json().code).toBe('in_progress')
  })

  test('refuses everybody but admins of the domain', async () => {
    const { id } = await createReviewedPayment()
    expect((await recheck(id, buyer.caller)).statusCode).toBe(403)
    expect((await recheck(id, foreignAdmin)).statusCode).toBe(404)
    expect((await recheck('not-an-id')).statusCode).toBe(404)
    expect((await portal.guest.post(`${LIST}${id}/recheck/`)).statusCode).toBe(401)
  })
})

describe('POST /api/v1/checkout-attempts/{id}/resolve/', () => {
  test('closes a payment that was never charged, and audits the reason', async () => {
    const { id, invoice } = await createReviewedPayment()
    expect((await resolve(id, { as: 'abandoned', note: 'The bank knows nothing of it.' })).json()).toMatchObject({
      status: 'abandoned',
      review_note: null,
    })
    const { rows } = await portal.owner.query(
      `select before, after from audit_log where type = 'checkout.reviewed' and after->>'invoice_id' = $1`,
      [invoice],
    )
    expect(rows).toEqual([
      {
        before: { status: 'review' },
        after: { invoice_id: invoice, as: 'abandoned', gateway_trans_id: '', note: 'The bank knows nothing of it.' },
      },
    ])
    expect((await buyer.caller.get(`${LIST}${invoice}/`)).json().state).toBe('failed')
    expect((await buyer.caller.post(PAY, checkoutForm(invoice))).json().code).toBe('invoice_used')
    expect((await resolve(id, { as: 'paid', gateway_trans_id: '1', note: 'x' })).json().code).toBe('conflict')
  })

  test.each([
    ['charged', '46291'],
    ['held', '46294'],
  ])('refuses to close a payment that the provider has %s (zip %s)', async (_status, zip) => {
    const { id, invoice } = await createReviewedPayment(zip)
    expect((await resolve(id, { as: 'abandoned', note: 'x' })).json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('The provider has this payment'),
    })
    expect((await paymentStateOf(portal, invoice))?.states).toEqual(['review'])
  })

  test('refuses a decision while the provider cannot be reached', async () => {
    const { id, invoice } = await createReviewedPayment('46291')
    expect((await withProviderDown(() => resolve(id, { as: 'abandoned', note: 'x' }))).statusCode).toBe(503)
    expect((await withProviderDown(() => resolve(id, { as: 'paid', gateway_trans_id: '1', note: 'x' }))).statusCode).toBe(503)
    expect((await paymentStateOf(portal, invoice))?.states).toEqual(['review'])
  })

  test('records a sale for a charge that the admin found at the provider', async () => {
    const { id, invoice } = await createReviewedPayment()
    const transId = await createCharge(365_000)
    expect((await resolve(id, { as: 'paid', gateway_trans_id: transId, note: 'Taken by telephone.' })).json()).toMatchObject({
      status: 'approved',
      gateway_trans_id: transId,
    })
    expect(await paymentStateOf(portal, invoice)).toMatchObject({ sales: 1, states: ['approved'] })
    const second = await createReviewedPayment()
    expect((await resolve(second.id, { as: 'paid', gateway_trans_id: transId, note: 'x' })).json().errors).toEqual({
      gateway_trans_id: ['This transaction already belongs to another payment.'],
    })
  })

  test('refuses a transaction id that is unknown, has another amount, or is not charged', async () => {
    const { id, invoice } = await createReviewedPayment()
    for (const transId of ['', '123', 'x', await createCharge(364_999), await createCharge(365_000, '46282')]) {
      const answer = await resolve(id, { as: 'paid', gateway_trans_id: transId, note: 'x' })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['gateway_trans_id']])
    }
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['review'] })
  })

  test('puts a closed payment back in review when the provider charges it later', async () => {
    const { id, invoice } = await createReviewedPayment()
    await resolve(id, { as: 'abandoned', note: 'Nothing there.' })
    const { applyPaymentResult } = await import('./apply-payment-result.commands.ts')
    await portal.seed((db) =>
      applyPaymentResult(db, id, {
        kind: 'approved',
        transId: `late-${invoice}`,
        brand: 'Visa',
        last4: '1111',
        code: '1',
        userMessage: '',
      }),
    )
    const { results } = (await admin.get(`${LIST}?limit=100`)).json()
    expect(results).toContainEqual(
      expect.objectContaining({ id, status: 'abandoned', review_note: expect.stringContaining('Void or refund it there') }),
    )
    expect(await paymentStateOf(portal, invoice)).toMatchObject({ sales: 0, states: ['abandoned'] })
    expect((await resolve(id, { as: 'abandoned', note: 'Voided there.' })).json()).toMatchObject({
      status: 'abandoned',
      review_note: null,
    })
  })

  test.each([
    ['note', { as: 'abandoned', note: ' ' }],
    ['note', { as: 'abandoned', note: `Card ${PAN} was used.` }],
    ['as', { as: 'perhaps', note: 'x' }],
  ])('refuses an invalid %s, and changes nothing', async (field, body) => {
    const { id, invoice } = await createReviewedPayment()
    const answer = await resolve(id, body)
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
    expect((await paymentStateOf(portal, invoice))?.states).toEqual(['review'])
  })

  test('refuses everybody but admins of the domain', async () => {
    const { id } = await createReviewedPayment()
    const body = { as: 'abandoned', note: 'x' }
    expect((await buyer.caller.post(`${LIST}${id}/resolve/`, body)).statusCode).toBe(403)
    expect((await foreignAdmin.post(`${LIST}${id}/resolve/`, body)).statusCode).toBe(404)
    expect((await portal.guest.post(`${LIST}${id}/resolve/`, body)).statusCode).toBe(401)
  })
})

/** Creates a charge at the provider that belongs to no attempt, and returns its id. */
async function createCharge(amountCents: number, zip = '30301'): Promise<string> {
  const { anOrder } = await import('#api/adapters/payments/orders.fixture.ts')
  const outcome = await portal.ports.payments.embedded.charge(anOrder(portal.domainId, { amountCents, zip }))
  return 'transId' in outcome ? (outcome.transId ?? '') : ''
}

test('a payment goes to review when the last lookup gets no answer', async () => {
  const invoice = await reserveInvoice(buyer.caller)
  await buyer.caller.post(PAY, checkoutForm(invoice, { zip: '46291' }))
  await withProviderDown(async () => {
    for (let lookups = 0; lookups < 6; lookups++) {
      await makeLookupsDue(portal)
      await portal.runJobs()
    }
  })
  expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['review'] })
  expect((await admin.post(`${LIST}${await idOf(invoice)}/recheck/`)).json().status).toBe('approved')
})
