/** Coupons and vials of payments: reserved before the charge, taken by the sale, given back by a failed payment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cardFields,
  checkoutForm,
  createBuyer,
  createPatientBuyer,
  lastAttemptOf,
  makeLookupsDue,
  paymentStateOf,
  reserveInvoice,
  saleOfInvoice,
  vialsForm,
} from '#api/features/checkout/checkout.fixture.ts'
import { createCoupon } from '#api/features/coupons/coupons.fixture.ts'
import { DECLINES_PER_INVOICE, DECLINES_PER_USER } from '#api/features/payments/decline-limits.queries.ts'
import { declineLimits } from '#api/features/payments/declined-cards.commands.ts'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'
const DECLINED = '46282'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let admin: TestClient
let patient: number

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  patient = await portal.seed((db) => createPatient(db, { harvest_center_id: buyer.center }))
  await portal.seed((db) => createAddedVials(db, patient, 3))
})
afterAll(() => portal.close())

const couponUses = async (id: number) =>
  (await portal.owner.query('select reserved_number as reserved, used_number as used from coupons where id = $1', [id])).rows[0]
const vialsOf = async (id: number) =>
  (await portal.owner.query('select vials_reserved as reserved from vial_counts where user_id = $1', [id])).rows[0]
const countCodes = (answers: { json(): { code: string } }[]) => {
  const codes: Record<string, number> = {}
  for (const answer of answers) codes[answer.json().code] = (codes[answer.json().code] ?? 0) + 1
  return codes
}
/** A fee with the coupon of $500. */
const withCoupon = (invoice: string, code: string, values = {}) =>
  checkoutForm(invoice, { coupon_code: code, coupon_code_amount: 500, total_amount: 3150, ...values })
/** Repeats the lookups of a payment without an answer until an admin must decide. */
async function untilReview() {
  for (let lookups = 0; lookups < 6; lookups++) {
    await makeLookupsDue(portal)
    await portal.runJobs()
  }
}

describe('a coupon', () => {
  test('is given back by a declined card, counted once by the sale, and kept by a repeated payment', async () => {
    const { id, code } = await portal.seed((db) => createCoupon(db, { max_use_number: 1 }))
    const invoice = await reserveInvoice(buyer.caller)
    expect((await buyer.caller.post(PAY, withCoupon(invoice, code, { zip: DECLINED }))).statusCode).toBe(402)
    expect(await couponUses(id)).toEqual({ reserved: 0, used: 0 })
    for (let n = 0; n < 2; n++) expect((await buyer.caller.post(PAY, withCoupon(invoice, code))).json().code).toBe('success')
    expect(await couponUses(id)).toEqual({ reserved: 0, used: 1 })
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ coupon_id: id, discount_cents: 50_000, charged_cents: 315_000 })
    const late = await reserveInvoice(buyer.caller)
    const refused = (await buyer.caller.post(PAY, withCoupon(late, code))).json()
    expect(refused).toMatchObject({ code: 'invalid', error_message: 'This coupon has been used up.' })
    expect(await paymentStateOf(portal, late)).toEqual({ charges: 0, sales: 0, states: [] })
  })

  test('of the full price needs no card', async () => {
    const { id, code } = await portal.seed((db) => createCoupon(db, { discount_cents: 1_000_000 }))
    const invoice = await reserveInvoice(buyer.caller)
    const form = checkoutForm(invoice, { coupon_code: code, total_amount: 0, credit_card: undefined })
    expect((await buyer.caller.post(PAY, form)).json()).toMatchObject({
      code: 'success',
      purchase: { amount: 0, card_type: null },
    })
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 1, states: ['approved'] })
    expect(await couponUses(id)).toEqual({ reserved: 0, used: 1 })
  })

  test('of another center or domain is refused with the same words as an unknown one', async () => {
    const others = await portal.seed(async (db) =>
      createCoupon(db, { harvest_center_id: await createUser(db, 'harvest_center') }),
    )
    const foreign = await portal.seedOther((db) => createCoupon(db, { code: 'FOREIGN-1' }))
    for (const code of [others.code, foreign.code, 'UNKNOWN']) {
      const answer = (await buyer.caller.post(PAY, withCoupon(await reserveInvoice(buyer.caller), code))).json()
      expect(answer.errors).toEqual({ coupon_code: ['This coupon code is not valid.'] })
    }
  })

  test('and vials stay reserved while the result is unknown, and are given back when the payment is abandoned', async () => {
    const { id, code } = await portal.seed((db) => createCoupon(db, { max_use_number: 1 }))
    const buying = await createPatientBuyer(portal, buyer.center, 2)
    const invoice = await reserveInvoice(buyer.caller)
    const form = vialsForm(invoice, 2, { patient_id: buying.patient, coupon_code: code, total_amount: 2150, zip: '46292' })
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('pending')
    const second = vialsForm(await reserveInvoice(buying.caller), 1)
    expect((await buying.caller.post('/api/v1/users/patient/checkout/', second)).json()).toMatchObject({
      code: 'not_enough_vials',
    })
    await untilReview()
    expect([await couponUses(id), await vialsOf(buying.patient)]).toEqual([{ reserved: 1, used: 0 }, { reserved: 2 }])
    const attempt = await lastAttemptOf(portal, invoice)
    const resolved = await admin.post(`/api/v1/checkout-attempts/${attempt.id}/resolve/`, { as: 'abandoned', note: 'Not there.' })
    expect(resolved.json()).toMatchObject({ status: 'abandoned' })
    expect([await couponUses(id), await vialsOf(buying.patient)]).toEqual([{ reserved: 0, used: 0 }, { reserved: 0 }])
    expect((await buying.caller.post('/api/v1/users/patient/checkout/', second)).json().code).toBe('success')
  })
})

/** Five buyers with ten invoices each. */
async function fiftyAtOnce(callers: TestClient[], formOf: (invoice: string) => Record<string, unknown>) {
  const forms = await Promise.all(
    callers.flatMap((caller) => Array.from({ length: 10 }, async () => ({ caller, invoice: await reserveInvoice(caller) }))),
  )
  return Promise.all(forms.map(({ caller, invoice }) => caller.post(PAY, formOf(invoice))))
}

describe('50 payments at once', () => {
  test('use a coupon no more often than its limit', async () => {
    const { id, code } = await portal.seed((db) => createCoupon(db, { max_use_number: 3 }))
    const buyers = await Promise.all(Array.from({ length: 5 }, () => createBuyer(portal)))
    const answers = await fiftyAtOnce(
      buyers.map(({ caller }) => caller),
      (invoice) => withCoupon(invoice, code),
    )
    expect(countCodes(answers)).toEqual({ success: 3, invalid: 47 })
    const refused = answers.filter(({ statusCode }) => statusCode === 422)
    for (const answer of refused) expect(Object.keys(answer.json().errors)).toEqual(['coupon_code'])
    expect(await couponUses(id)).toEqual({ reserved: 0, used: 3 })
  })

  test('sell each vial once', async () => {
    const admins = await Promise.all(
      Array.from({ length: 5 }, async () => portal.as(await portal.seed((db) => createUser(db, 'admin')))),
    )
    const answers = await fiftyAtOnce(admins, (invoice) =>
      vialsForm(invoice, 1, { patient_id: patient, harvest_center_id: buyer.center }),
    )
    expect(countCodes(answers)).toEqual({ success: 3, not_enough_vials: 47 })
    expect(await vialsOf(patient)).toEqual({ reserved: 3 })
    const { rows } = await portal.owner.query('select count(*)::int as n from transactions where patient_id = $1', [patient])
    expect(rows).toEqual([{ n: 3 }])
  })
})

describe('declined cards are limited', () => {
  const credit_card = cardFields({ card_number: '4012888818888' })
  const decline = async (caller: TestClient, invoice: string) =>
    (await caller.post(PAY, checkoutForm(invoice, { zip: DECLINED, credit_card }))).json()

  test('by invoice, by user and by card, with clear words; another user with another card still pays', async () => {
    const [first, third] = [await createBuyer(portal), await createBuyer(portal)]
    const invoice = await reserveInvoice(first.caller)
    for (let n = 0; n < DECLINES_PER_INVOICE; n++) await decline(first.caller, invoice)
    expect(await decline(first.caller, invoice)).toMatchObject({
      code: 'too_many',
      error_message: expect.stringContaining('for this invoice'),
    })
    expect((await paymentStateOf(portal, invoice))?.states).toHaveLength(DECLINES_PER_INVOICE)
    const next = await reserveInvoice(first.caller)
    for (let n = 0; n < DECLINES_PER_USER - DECLINES_PER_INVOICE; n++) await decline(first.caller, next)
    const late = checkoutForm(await reserveInvoice(first.caller))
    const refused = await first.caller.post(PAY, late)
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().error_message]).toEqual([
      ...[429, '3600', 'Too many cards were declined. Please wait an hour and try again, or ask your bank.'],
    ])
    expect(await paymentStateOf(portal, late.invoice_id)).toEqual({ charges: 0, sales: 0, states: [] })

    expect(declineLimits.card.declines).toBe(DECLINES_PER_USER)
    const form = checkoutForm(await reserveInvoice(third.caller), { credit_card })
    expect((await third.caller.post(PAY, form)).json()).toMatchObject({
      code: 'too_many',
      error_message: 'This card was declined too often. Use another card, or ask your bank.',
    })
    expect((await third.caller.post(PAY, { ...form, credit_card: cardFields() })).json().code).toBe('success')
  })
})
