/** The four checkouts: what each one sells to whom, at the server's price. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutPortal,
  cardFields,
  checkoutForm,
  createPatientBuyer,
  createReferralBuyer,
  createSavedCard,
  expectRefusedField,
  newPatientFields,
  paymentStateOf,
  type RefusedCall,
  referralFeeForm,
  reserveInvoice,
  saleOfInvoice,
  startCheckoutPortal,
  vialsForm,
} from '#api/features/checkout/checkout.fixture.ts'
import { createCoupon } from '#api/features/coupons/coupons.fixture.ts'
import { createAddedVials, createPatient, createUser } from '#api/testing/factories.ts'
import type { TestClient } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'
const PAY_AS_PATIENT = '/api/v1/users/patient/checkout/'
const nothing = { charges: 0, sales: 0, states: [] }

let portal: CheckoutPortal['portal']
let buyer: CheckoutPortal['buyer']
let other: CheckoutPortal['other']
let referral: CheckoutPortal['referral']
let admin: CheckoutPortal['admin']

beforeAll(async () => {
  ;({ portal, buyer, other, referral, admin } = await startCheckoutPortal())
})
afterAll(() => portal.close())

const noticesOf = async (caller: TestClient) => (await caller.get('/api/v1/notices/')).json().results

const expectRefused = (...call: RefusedCall) => expectRefusedField(portal, ...call)

describe('the Referral Processing Fee', () => {
  test('is sold with the harvest fee, for a new patient of both centers, and offers a label request', async () => {
    const invoice = await reserveInvoice(referral.caller)
    const form = referralFeeForm(invoice, buyer.center, { ...newPatientFields(), harvest_fee: 'yes', total_amount: 6150 })
    const answer = (await referral.caller.post(PAY, form)).json()
    const sale = await saleOfInvoice(portal, invoice)
    expect(sale).toMatchObject({
      ...{ amount_cents: 615_000, harvest_fee_cents: 250_000, quantity: 1, product_id: 13, sales_rep_id: referral.rep },
      ...{ harvest_center_id: buyer.center, referral_harvest_center_id: referral.referral, payer_id: referral.referral },
    })
    expect(answer).toMatchObject({
      code: 'success',
      purchase: { amount: 6150, product: 'Referral Processing Fee', patient: { first_name: 'Nora' }, next: 'request_label' },
    })
    const { rows } = await portal.owner.query('select harvest_center_id, referral_harvest_center_id from users where id = $1', [
      sale.patient_id,
    ])
    expect(rows).toEqual([{ harvest_center_id: buyer.center, referral_harvest_center_id: referral.referral }])
    const path = `/api/v1/rhc-association/${referral.referral}/transactions-history/processing-fee/`
    const { results } = (await referral.caller.get(path)).json()
    expect(results).toMatchObject([{ id: sale.id, patient: [{ id: sale.patient_id }], fedex_request: null }])
    expect((await noticesOf(referral.caller))[0]).toMatchObject({ title: 'Payment received', path: `/receipt/${sale.id}` })
    expect((await noticesOf(buyer.caller))[0]).toMatchObject({ title: 'Southside has paid a fee', about: referral.referral })
  })

  test('takes a coupon of the harvest center that it names, and of no other', async () => {
    const coupon = await portal.seed((db) => createCoupon(db, { discount_cents: 15_000, harvest_center_id: buyer.center }))
    const check = { code: coupon.code, product_id: 13, harvest_center_id: buyer.center }
    const answer = (await referral.caller.post('/api/v1/coupon-codes/validate-code/', check)).json()
    expect(answer).toMatchObject({ success: true, discount: 150 })
    const order = async () =>
      referralFeeForm(await reserveInvoice(referral.caller), buyer.center, { coupon_code: coupon.code, total_amount: 3500 })
    expect((await referral.caller.post(PAY, await order())).json().code).toBe('success')
    await portal.owner.query('update coupons set harvest_center_id = $2 where id = $1', [coupon.id, other.center])
    await expectRefused(referral.caller, PAY, await order(), 'coupon_code')
  })

  test('shows its card and billing address to the referral center, and not to the harvest center', async () => {
    const invoice = await reserveInvoice(referral.caller)
    await referral.caller.post(PAY, referralFeeForm(invoice, buyer.center))
    const path = `/api/v1/transactions/${(await saleOfInvoice(portal, invoice)).id}/`
    expect((await referral.caller.get(path)).json()).toMatchObject({ card_number: '1111', billing: { city: 'Atlanta' } })
    expect((await buyer.caller.get(path)).json()).toMatchObject({ card_number: null, billing: {} })
  })

  test('takes each harvest center of the public options, and only while it is tied', async () => {
    const late = await createReferralBuyer(portal, buyer.center)
    const options = (await portal.guest.get(`/api/v1/harvest-centers/public-options/${late.referral}/`)).json()
    expect(options.map(({ id }: { id: number }) => id)).toEqual([buyer.center])
    const invoice = await reserveInvoice(late.caller)
    await portal.owner.query('delete from referral_centers where referral_center_id = $1', [late.referral])
    await expectRefused(late.caller, PAY, referralFeeForm(invoice, buyer.center), 'harvest_center_temporal_id')
    await portal.owner.query('insert into referral_centers (domain_id, referral_center_id, center_id) values ($1, $2, $3)', [
      ...[portal.domainId, late.referral, buyer.center],
    ])
    expect((await late.caller.post(PAY, referralFeeForm(invoice, buyer.center))).json().code).toBe('success')
  })

  test.each([
    ['rhc_transaction', { rhc_transaction: false }],
    ['harvest_center_temporal_id', { harvest_center_temporal_id: null }],
    ['product_quantity', { product_quantity: 2, total_amount: 7150 }],
    ['patient_id', { assign_later: false }],
    ['patient_id', { patient_id: 999_999 }],
  ])('refuses a wrong %s', async (field, values) => {
    const form = referralFeeForm(await reserveInvoice(referral.caller), buyer.center, values)
    await expectRefused(referral.caller, PAY, form, field)
  })

  test('refuses a center that is not tied, and a patient of another harvest center', async () => {
    const invoice = await reserveInvoice(referral.caller)
    await expectRefused(referral.caller, PAY, referralFeeForm(invoice, other.center), 'harvest_center_temporal_id')
    const patient_id = await portal.seed((db) =>
      createPatient(db, { harvest_center_id: other.center, referral_harvest_center_id: referral.referral }),
    )
    await expectRefused(referral.caller, PAY, referralFeeForm(invoice, buyer.center, { patient_id }), 'patient_id')
  })

  test('is not sold to a harvest center, and the processing fee not to a referral center, also when an admin buys', async () => {
    const own = referralFeeForm(await reserveInvoice(buyer.caller), buyer.center)
    await expectRefused(buyer.caller, PAY, own, 'product_id')
    await expectRefused(referral.caller, PAY, checkoutForm(await reserveInvoice(referral.caller)), 'product_id')
    const byAdmin = checkoutForm(await reserveInvoice(admin), { harvest_center_id: referral.referral })
    await expectRefused(admin, PAY, byAdmin, 'product_id')
  })
})

describe('a product', () => {
  test('that is pre-ordered has no shipping address, date and fee, and no bound', async () => {
    const patient_id = await portal.seed((db) => createPatient(db, { harvest_center_id: buyer.center }))
    const preOrder = { product_id: 14, product_quantity: 9, total_amount: 9900, shipping_date: '2026-03-02' }
    const invoice = await reserveInvoice(buyer.caller)
    await expectRefused(buyer.caller, PAY, checkoutForm(invoice, { ...preOrder, assign_later: false }), 'patient_id')
    expect((await buyer.caller.post(PAY, checkoutForm(invoice, { ...preOrder, patient_id }))).json()).toMatchObject({
      code: 'success',
      purchase: { amount: 9900, next: 'wait_for_vials' },
    })
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({
      shipping_cents: 0,
      shipping: {},
      shipping_date: null,
      ships: false,
    })
  })

  test('is sold by the role of the buying center, also when an admin buys for it', async () => {
    const kit = { product_id: 3, total_amount: 285 }
    await expectRefused(referral.caller, PAY, checkoutForm(await reserveInvoice(referral.caller), kit), 'product_id')
    const forReferral = { ...kit, harvest_center_id: referral.referral }
    await expectRefused(admin, PAY, checkoutForm(await reserveInvoice(admin), forReferral), 'product_id')
    const banner = { product_id: 8, total_amount: 200, harvest_center_id: referral.referral }
    const invoice = await reserveInvoice(admin)
    expect((await admin.post(PAY, checkoutForm(invoice, banner))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({
      ...{ harvest_center_id: null, referral_harvest_center_id: referral.referral, ships: true },
    })
  })

  test('is sold to a referral center for a patient that it referred', async () => {
    const patient_id = await portal.seed(async (db) => {
      const id = await createPatient(db, { harvest_center_id: buyer.center, referral_harvest_center_id: referral.referral })
      await createAddedVials(db, id, 1)
      return id
    })
    const invoice = await reserveInvoice(referral.caller)
    expect((await referral.caller.post(PAY, vialsForm(invoice, 1, { patient_id }))).json().code).toBe('success')
    expect(await saleOfInvoice(portal, invoice)).toMatchObject({ patient_id, harvest_center_id: null })
  })

  test('accepts all fields of the specification, and refuses an unknown one by its name', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const card = await createSavedCard(portal, buyer.center)
    const form = checkoutForm(invoice, {
      ...{ product_id: 4, product_quantity: 2, total_amount: 102, product_amount: 45, coupon_code: '', coupon_id: null },
      ...{ coupon_code_amount: 0, coupon_code_used: '', subscription: 2, password: 'temporary', template_id: '' },
      ...{ harvest_center_temporal: '', referral_harvest_center_temporal: '', harvest_center_temporal_id: null },
      ...{ harvest_center_name: 'Northside', harvest_center_phone: '+1 404 555 0100', saless_rep_id: buyer.rep },
      ...{ sales_manager_id: buyer.manager, sales_distributor_id: buyer.distributor, hc_staff_id: null },
      ...{ product_name: 'Cannula', product_description: 'x', order_description: 'y', shipping_fee: 'yes' },
      ...{ auth_customer_profile_validation: '1', auth_customer_payment_profile_validation: card },
      ...{ credit_card: { full_name: '', card_number: '', cvc: '', expiration_date: '', expiration_date_tmp: null } },
      domain: portal.domainId,
    })
    await expectRefused(buyer.caller, PAY, { ...form, total: 102 } as never, 'total')
    const misspelled = { ...form, addressInfo: { ...form.addressInfo, zip: '1' } }
    await expectRefused(buyer.caller, PAY, misspelled as never, 'addressInfo.zip')
    await expectRefused(buyer.caller, PAY, { ...form, credit_card: cardFields({ cvv: '1' }) } as never, 'credit_card.cvv')
    expect((await buyer.caller.post(PAY, form)).json()).toMatchObject({ code: 'success', purchase: { card_number: '1111' } })
  })

  test('refuses a card number where the gateway takes cards in the browser only', async () => {
    const { embedded } = portal.ports.payments
    portal.ports.payments.embedded = { ...embedded, cardEntry: async () => ({ kind: 'token', settings: {} as never }) }
    await expectRefused(buyer.caller, PAY, checkoutForm(await reserveInvoice(buyer.caller)), 'credit_card')
    portal.ports.payments.embedded = embedded
  })
})

describe('between load and pay', () => {
  test('a changed price is refused with the new total, and nothing is charged', async () => {
    const invoice = await reserveInvoice(other.caller)
    const form = checkoutForm(invoice, { product_id: 5, total_amount: 1210 })
    await portal.owner.query('insert into product_prices values ($1, 5, 120000, 7000)', [portal.domainId])
    const answer = (await other.caller.post(PAY, form)).json()
    expect(answer).toMatchObject({ code: 'price_changed', message: expect.stringContaining('price has changed') })
    expect(answer.error_message).toContain('$1,270.00')
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
  })

  test.each([
    ['the price of one piece', { product_amount: 44 }],
    ['a discount without a coupon', { coupon_code_amount: 10 }],
  ])('%s that the server does not know is refused', async (_what, values) => {
    const invoice = await reserveInvoice(buyer.caller)
    const form = checkoutForm(invoice, { product_id: 4, total_amount: 57, ...values })
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('price_changed')
    expect(await paymentStateOf(portal, invoice)).toEqual(nothing)
  })

  test('a product that is switched off is refused', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    await portal.owner.query('update products set active = false where domain_id = $1 and id = 6', [portal.domainId])
    await expectRefused(buyer.caller, PAY, checkoutForm(invoice, { product_id: 6, total_amount: 220 }), 'product_id')
    await portal.owner.query('update products set active = true where domain_id = $1 and id = 6', [portal.domainId])
  })

  test('an email address that a sales rep takes is refused', async () => {
    const patient = newPatientFields()
    const invoice = await reserveInvoice(buyer.caller)
    await portal.seed((db) => createUser(db, 'sales_rep', { email: patient.email }))
    await expectRefused(buyer.caller, PAY, checkoutForm(invoice, patient), 'email')
  })

  test('a coupon that is switched off is refused', async () => {
    const { id, code } = await portal.seed((db) => createCoupon(db))
    const invoice = await reserveInvoice(buyer.caller)
    await portal.owner.query('update coupons set status = 0 where id = $1', [id])
    const form = checkoutForm(invoice, { coupon_code: code, coupon_code_amount: 500, total_amount: 3150 })
    await expectRefused(buyer.caller, PAY, form, 'coupon_code')
  })
})

test.each([PAY, PAY_AS_PATIENT])('every refusal of %s has a title and a reason', async (path) => {
  const { caller: patient } = await createPatientBuyer(portal, buyer.center)
  const caller = path === PAY ? buyer.caller : patient
  const answers = [
    await portal.guest.post(path, {}),
    await (await portal.as(buyer.rep)).post(path, {}),
    await caller.post(path, {}),
    await caller.post(path, { first_name: 'x'.repeat(9000) }),
    await caller.post(path, vialsForm('V-999999', 1)),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 422, 413, 422])
  for (const answer of answers) {
    const { message, error_message } = answer.json()
    expect([message, error_message]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\w/)])
  }
})

test('charges exactly price x quantity + shipping − discount, and refuses each other total', async () => {
  const prices: Record<number, [price: number, shipping: number]> = { 3: [250, 35], 4: [45, 12], 7: [90, 25], 8: [180, 20] }
  const orders = fc.record({
    product: fc.constantFrom(3, 4, 7, 8),
    quantity: fc.integer({ min: 1, max: 30 }),
    ships: fc.boolean(),
    discountCents: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
    wrongCents: fc.constantFrom(-1, 1, 10_000),
  })
  await fc.assert(
    fc.asyncProperty(orders, async ({ product, quantity, ships, discountCents, wrongCents }) => {
      const [price, shipping] = prices[product] as [number, number]
      const full = 100 * (price * quantity + (ships ? shipping : 0))
      const coupon = discountCents && (await portal.seed((db) => createCoupon(db, { discount_cents: discountCents })))
      const cents = Math.max(0, full - (discountCents ?? 0))
      const caller = product === 8 ? referral.caller : buyer.caller
      const form = checkoutForm(await reserveInvoice(caller), {
        ...{ product_id: product, product_quantity: quantity, shipping_fee: ships ? 'yes' : 'no', total_amount: cents / 100 },
        ...(coupon && { coupon_code: coupon.code.toLowerCase() }),
      })
      const wrong = { ...form, total_amount: Math.max(0, cents + wrongCents) / 100 }
      if (wrong.total_amount !== form.total_amount) expect((await caller.post(PAY, wrong)).json().code).toBe('price_changed')
      expect((await caller.post(PAY, form)).json().code).toBe('success')
      expect(await saleOfInvoice(portal, form.invoice_id)).toMatchObject({
        ...{ charged_cents: cents, discount_cents: full - cents, coupon_code_used: coupon ? coupon.code : '' },
      })
    }),
    { numRuns: 5 },
  )
})
