/** Payments that are refused by the provider, or by us before the provider is called. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cardFields,
  checkoutForm,
  createBuyer,
  createSavedCard,
  lastAttemptOf,
  newPatientFields,
  paymentStateOf,
  reserveInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { gatewayReference } from '#api/platform/ports/payments.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let other: Awaited<ReturnType<typeof createBuyer>>

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  other = await createBuyer(portal)
})
afterAll(() => portal.close())

const nothing = { charges: 0, sales: 0, states: [] }

describe('POST /api/v1/transactions/ without a charge', () => {
  test.each([
    ['a declined card', { zip: '46282' }, 'The card was declined.'],
    ['a wrong number', { credit_card: cardFields({ card_number: '4111111111111112' }) }, 'The card number is invalid.'],
    ['an expired card', { credit_card: cardFields({ expiration_date: '2020-01' }) }, 'The card has expired.'],
    [
      'a wrong security code',
      { credit_card: cardFields({ cvc: '901' }) },
      'The card was declined: the security code does not match the card.',
    ],
  ])('refuses %s with the reason, records nothing, and lets the same card try again', async (_what, values, message) => {
    const invoice = await reserveInvoice(buyer.caller)
    const patient = newPatientFields()
    const refused = await buyer.caller.post(PAY, checkoutForm(invoice, { ...patient, ...values }))
    expect([refused.statusCode, refused.json()]).toEqual([
      402,
      { code: 'payment_declined', message: 'The card was declined.', error_message: message },
    ])
    expect(await paymentStateOf(portal, invoice)).toMatchObject({ charges: 0, sales: 0, states: ['declined'] })
    expect((await portal.owner.query('select 1 from users where email = $1', [patient.email])).rows).toEqual([])
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json()).toMatchObject({ state: 'declined', message })
    expect((await buyer.caller.post(PAY, checkoutForm(invoice, patient))).json().code).toBe('success')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['declined', 'approved'] })
    expect((await lastAttemptOf(portal, invoice)).ref_id).toBe(`${gatewayReference(portal.domainId, invoice)}-2`)
  })

  test('answers that a card was declined, also when the decline cannot be counted', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const { owner } = portal
    await owner.query(`alter table rate_limits add constraint broken check (key not like 'decline-%') not valid`)
    try {
      const refused = await buyer.caller.post(PAY, checkoutForm(invoice, { ...newPatientFields(), zip: '46282' }))
      expect([refused.statusCode, refused.json()]).toMatchObject([402, { code: 'payment_declined' }])
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['declined'] })
    } finally {
      await owner.query('alter table rate_limits drop constraint broken')
    }
  })

  test('refuses a saved card of another user', async () => {
    const card = await createSavedCard(portal, buyer.center)
    const invoice = await reserveInvoice(other.caller)
    const form = checkoutForm(invoice, { credit_card: undefined, auth_customer_payment_profile_validation: card })
    const without = await other.caller.post(PAY, form)
    expect([without.statusCode, Object.keys(without.json().errors)]).toEqual([422, ['auth_customer_payment_profile_validation']])
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
    await createSavedCard(portal, other.center)
    expect((await other.caller.post(PAY, form)).statusCode).toBe(402)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['rejected'] })
  })

  test.each([
    ['too little', { total_amount: 0.01 }, '$3,650.00'],
    ['too much', { total_amount: 3650.01 }, '$3,650.00'],
    ['no shipping fee where there is one', { total_amount: 3500 }, '$3,650.00'],
    ['nothing, and no card', { total_amount: 0, credit_card: undefined }, '$3,650.00'],
    ['the price of one for two', { product_quantity: 2 }, '$7,150.00'],
    ['a shipping fee that was not asked for', { shipping_fee: 'no' }, '$3,500.00'],
  ])('refuses %s, with the new total, and charges nothing', async (_what, values, total) => {
    const invoice = await reserveInvoice(buyer.caller)
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice, values))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'price_changed'])
    expect(answer.json().error_message).toContain(total)
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
  })

  test.each([
    ['first_name', { ...newPatientFields(), first_name: '' }],
    ['email', { ...newPatientFields(), email: 'nobody' }],
    ['credit_card', { credit_card: undefined }],
    ['credit_card.card_number', { credit_card: cardFields({ card_number: '41x' }) }],
    ['credit_card.cvc', { credit_card: cardFields({ cvc: '12' }) }],
    ['product_quantity', { product_quantity: 0 }],
    ['addressInfo.city', { addressInfo: { ...checkoutForm('').addressInfo, city: '' } }],
    ['harvest_center_email', { harvest_center_email: 'x' }],
    ['invoice_id', { invoice_id: 'V-999999' }],
    ['product_id', { product_id: 77 }],
    ['product_id', { product_id: 13 }],
    ['patient_id', { patient_id: 999_999 }],
    ['patient_id', { product_id: 2, total_amount: 1450 }],
    ['patient_id', { product_id: 14, total_amount: 1100 }],
  ])('refuses an invalid %s, and changes nothing', async (field, values) => {
    const invoice = await reserveInvoice(buyer.caller)
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice, values as Record<string, unknown>))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toHaveProperty([field])
    expect(answer.body).not.toContain('41x')
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
  })

  test('refuses an email address that is taken, before the charge', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const patient = newPatientFields()
    await portal.seed((db) => createUser(db, 'patient', { email: patient.email.toUpperCase() }))
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice, patient))
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { email: ['A user with this email already exists.'] }])
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
  })

  test('refuses a center without an active sales rep', async () => {
    const lonely = await createBuyer(portal)
    const invoice = await reserveInvoice(lonely.caller)
    await portal.seed((db) => db.updateTable('users').set({ active: false }).where('id', '=', lonely.rep).execute())
    const answer = await lonely.caller.post(PAY, checkoutForm(invoice))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['harvest_center_id']])
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
  })

  test('refuses a patient of another center', async () => {
    const patient = await portal.seed((db) => createPatient(db, { harvest_center_id: other.center }))
    const invoice = await reserveInvoice(buyer.caller)
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice, { patient_id: patient }))
    expect(answer.json().errors).toHaveProperty('patient_id')
  })

  test('refuses an invoice of another payer, and an expired one', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    expect((await other.caller.post(PAY, checkoutForm(invoice))).json().errors).toHaveProperty('invoice_id')
    await portal.owner.query(`update invoices set expires_at = now() where id = $1`, [invoice])
    expect((await buyer.caller.post(PAY, checkoutForm(invoice))).json().errors).toHaveProperty('invoice_id')
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
  })

  test('refuses roles that do not buy, and guests', async () => {
    for (const id of [buyer.rep, buyer.manager])
      expect((await (await portal.as(id)).post(PAY, checkoutForm('V-000001'))).statusCode).toBe(403)
    expect((await portal.guest.post(PAY, checkoutForm('V-000001'))).statusCode).toBe(401)
  })

  test('refuses a body larger than any form', async () => {
    expect((await buyer.caller.post(PAY, { ...checkoutForm('V-000001'), first_name: 'x'.repeat(9000) })).statusCode).toBe(413)
  })
})
