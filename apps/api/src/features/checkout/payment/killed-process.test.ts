/**
 * At whatever step the process is killed, the restart ends with one charge and one sale, or none and a clear state. What was
 * reserved, coupons and vials, is used by the sale or given back.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  AMEX,
  cardFields,
  checkoutForm,
  createBuyer,
  createPatientBuyer,
  createReferralBuyer,
  makeLookupsDue,
  newPatientFields,
  paymentStateOf,
  referralFeeForm,
  reserveInvoice,
  vialsForm,
} from '#api/features/checkout/checkout.fixture.ts'
import { createCoupon } from '#api/features/coupons/coupons.fixture.ts'
import { freeDeadJobs } from '#api/testing/free-dead-jobs.ts'
import { killPortal } from '#api/testing/kill-portal.ts'
import type { PausedRequest, PaymentMoment } from '#api/testing/killed-portal.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'
const PAY_AS_PATIENT = '/api/v1/users/patient/checkout/'

async function preparePayment(moment: PaymentMoment) {
  const invoice = await reserveInvoice(buyer.caller)
  const patient = newPatientFields()
  const form = checkoutForm(invoice, { credit_card: cardFields(AMEX), ...patient })
  const request = { moment, token, identifier: 'acme', path: PAY, form }
  return { invoice, patient, request, payAgain: async () => (await buyer.caller.post(PAY, form)).json() }
}
type KilledPayment = Awaited<ReturnType<typeof preparePayment>>

const moments: PaymentMoment[] = [
  'before_attempt_commits',
  'before_charge',
  'after_charge',
  'after_answer',
  'before_sale_commits',
  'after_sale_commits',
  'after_response',
]

interface Order {
  payer: number
  caller: TestClient
  path: string
  form: { invoice_id: string }
  coupon: number
  /** The patient whose vials are ordered. */
  patient: number
}
type Kind = 'harvest_fee' | 'product' | 'patient_vials'

/** An order of a kind with a coupon of $500 that can be used once; of 2 vials, except for the fee. */
async function orderOf(kind: Kind, values: Record<string, unknown> & { zip?: string } = {}): Promise<Order> {
  const { id: coupon, code: coupon_code } = await portal.seed((db) => createCoupon(db, { max_use_number: 1 }))
  const { patient, caller: herself } = await createPatientBuyer(portal, buyer.center, 3)
  const callers = {
    harvest_fee: { payer: referral.referral, caller: referral.caller, path: PAY },
    product: { payer: buyer.center, caller: buyer.caller, path: PAY },
    patient_vials: { payer: patient, caller: herself, path: PAY_AS_PATIENT },
  }
  const payer = callers[kind]
  const invoice = await reserveInvoice(payer.caller)
  const form =
    kind === 'harvest_fee'
      ? referralFeeForm(invoice, buyer.center, {
          ...{ ...newPatientFields(), harvest_fee: 'yes', coupon_code, total_amount: 5650 },
          ...values,
        })
      : vialsForm(invoice, 2, { coupon_code, total_amount: 2150, ...(kind === 'product' && { patient_id: patient }), ...values })
  return { ...payer, form, coupon, patient }
}

const stories = {
  fee: { kind: 'harvest_fee', moment: 'after_charge' },
  product: { kind: 'product', moment: 'before_sale_commits' },
  vials: { kind: 'patient_vials', moment: 'after_answer' },
  uncharged: { kind: 'product', moment: 'before_charge' },
  declined: { kind: 'patient_vials', moment: 'after_answer', zip: '46282' },
} as const
type Story = keyof typeof stories
const killedOrders = new Map<Story, Order>()
const killedOrder = (story: Story) => killedOrders.get(story) as Order

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let referral: Awaited<ReturnType<typeof createReferralBuyer>>
let token: string
/** All of these and the orders were killed in one process, each at its moment. */
const killed = new Map<PaymentMoment, KilledPayment>()
const killedAt = (moment: PaymentMoment) => killed.get(moment) as KilledPayment
let killedTwice: KilledPayment
/** The outputs of the killed processes. */
const written: string[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  referral = await createReferralBuyer(portal, buyer.center)
  token = await portal.tokenOf(buyer.center)
  for (const moment of moments) killed.set(moment, await preparePayment(moment))
  killedTwice = await preparePayment('after_charge')
  const requests: PausedRequest[] = [...killed.values(), killedTwice].map(({ request }) => request)
  for (const [story, { kind, moment, ...values }] of Object.entries(stories)) {
    const order = await orderOf(kind, values)
    killedOrders.set(story as Story, order)
    requests.push({ moment, token: await portal.tokenOf(order.payer), identifier: 'acme', path: order.path, form: order.form })
  }
  written.push(await killPortal(portal, { requests }, PAY))
})
afterAll(() => portal.close())

/** Runs the jobs of the restarted portal, once for each due lookup of the invoice. The other payments stay as they are. */
async function afterRestart(lookups: number, invoice?: string) {
  for (let n = 0; n < lookups; n++) {
    await makeLookupsDue(portal, invoice)
    await portal.runJobs()
  }
}

const stateOf = async (invoice: string) => (await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state
const countOf = async (text: string, value: unknown) => (await portal.owner.query(text, [value])).rows[0].n
const patients = (email: string) => countOf('select count(*)::int as n from users where email = $1', email)
const receipts = (invoice: string) =>
  countOf(`select count(*)::int as n from mail_outbox where subject = 'Receipt ' || $1`, invoice)

describe('a payment whose process is killed', () => {
  test('leaves nothing when it is killed before the attempt is saved, and may be sent again', async () => {
    const { invoice, payAgain } = killedAt('before_attempt_commits')
    await afterRestart(1, invoice)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: [] })
    expect(await stateOf(invoice)).toBe('none')
    expect((await payAgain()).code).toBe('success')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('is never charged when it is killed before the charge, and may then be sent again', async () => {
    const { invoice, payAgain } = killedAt('before_charge')
    expect(await stateOf(invoice)).toBe('processing')
    expect((await payAgain()).code).toBe('in_progress')
    await afterRestart(1, invoice)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['rejected'] })
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json()).toMatchObject({
      state: 'interrupted',
      message: 'The payment was interrupted before the card was charged. Please try again.',
    })
    expect((await payAgain()).code).toBe('success')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['rejected', 'approved'] })
  })

  test.each(['after_charge', 'after_answer', 'before_sale_commits'] as const)(
    'is finished by the queue when it is killed at %s',
    async (moment) => {
      const { invoice, patient, payAgain } = killedAt(moment)
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
      // The lease of the request has not ended, so the job does nothing yet.
      await portal.runJobs()
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
      await afterRestart(1, invoice)
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
      expect([await stateOf(invoice), await patients(patient.email), await receipts(invoice)]).toEqual(['success', 1, 2])
      expect(await payAgain()).toMatchObject({ code: 'success', invoice_id: invoice })
      await afterRestart(2, invoice)
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
      expect(await receipts(invoice)).toBe(2)
    },
  )

  test.each(['after_sale_commits', 'after_response'] as const)('is complete when it is killed at %s', async (moment) => {
    const { invoice, patient, payAgain } = killedAt(moment)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect((await payAgain()).code).toBe('success')
    await afterRestart(2, invoice)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect([await stateOf(invoice), await patients(patient.email), await receipts(invoice)]).toEqual(['success', 1, 2])
  })

  test('is recorded once when it is killed again during recovery', async () => {
    const { invoice, patient } = killedTwice
    await makeLookupsDue(portal, invoice)
    written.push(await killPortal(portal, { moment: 'before_sale_commits' }))
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    await freeDeadJobs(portal)
    await afterRestart(1, invoice)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect(await patients(patient.email)).toBe(1)
  })
})

async function reservationsOf({ coupon, patient }: Order) {
  const { rows } = await portal.owner.query(
    `select c.reserved_number as reserved, c.used_number as used, v.vials_reserved as vials
     from coupons c, vial_counts v
     where c.id = $1 and v.user_id = $2`,
    [coupon, patient],
  )
  return rows[0]
}
const none = { reserved: 0, used: 0, vials: 0 }

describe('an order whose process is killed', () => {
  test.each([
    { story: 'fee', ...stories.fee, vials: 0 },
    { story: 'product', ...stories.product, vials: 2 },
    { story: 'vials', ...stories.vials, vials: 2 },
  ] as const)('($kind, killed at $moment) becomes one sale with its coupon and vials', async ({ story, vials }) => {
    const order = killedOrder(story)
    expect(await reservationsOf(order)).toEqual({ reserved: 1, used: 0, vials })
    await afterRestart(2, order.form.invoice_id)
    const { invoice_id } = order.form
    expect(await paymentStateOf(portal, invoice_id)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect(await reservationsOf(order)).toEqual({ reserved: 0, used: 1, vials })
    expect((await order.caller.post(order.path, order.form)).json()).toMatchObject({ code: 'success', invoice_id })
    expect(await reservationsOf(order)).toEqual({ reserved: 0, used: 1, vials })
  })

  test.each([
    ['when it is killed before the charge', 'uncharged', 'rejected'],
    ['once when it is killed after a declined card', 'declined', 'declined'],
  ] as const)('gives coupon and vials back %s', async (_, story, state) => {
    const order = killedOrder(story)
    expect(await reservationsOf(order)).toEqual({ reserved: 1, used: 0, vials: 2 })
    await afterRestart(2, order.form.invoice_id)
    expect(await paymentStateOf(portal, order.form.invoice_id)).toEqual({ charges: 0, sales: 0, states: [state] })
    expect(await reservationsOf(order)).toEqual(none)
  })
})

/** Times and random ids may contain the four digits of the security code by chance. */
const MOMENT = '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?'
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const chance = `${MOMENT}|${UUID}`
/** Numbers in log lines that may contain those digits, too. */
const counted = /"(pid|time|ms|responseTime)":[\d.]+/g

/** Rows of all tables, with the queue's, that contain the card number (as text or bytes) or the security code (as a word). */
async function rowsWithCard(): Promise<string[]> {
  const { rows: tables } = await portal.owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const { card_number, cvc } = AMEX
  const bytes = Buffer.from(card_number).toString('hex')
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await portal.owner.query(
        `select $2 || ': ' || x::text as row from ${name} x where regexp_replace(x::text, $3, '', 'g') ~ $1`,
        [`${card_number}|${bytes}|\\m${cvc}\\M`, name, chance],
      )
      return rows.map(({ row }) => row)
    }),
  )
  return found.flat()
}

test('stores no card data in a table or log line, whatever the result of a payment', async () => {
  for (const zip of ['30301', '46282', '46291', '46292', '46293', '46294']) {
    await buyer.caller.post(
      PAY,
      checkoutForm(await reserveInvoice(buyer.caller), { zip, credit_card: cardFields(AMEX), ...newPatientFields() }),
    )
  }
  for (const values of [
    { total_amount: 1 },
    { product_id: 99 },
    { email: 'x' },
    { credit_card: cardFields({ ...AMEX, cvc: 'x' }) },
  ]) {
    await buyer.caller.post(PAY, checkoutForm(await reserveInvoice(buyer.caller), { credit_card: cardFields(AMEX), ...values }))
  }
  await afterRestart(6)
  expect(await rowsWithCard()).toEqual([])
  expect(written.join('\n').replace(new RegExp(chance, 'g'), '').replace(counted, '')).not.toMatch(
    new RegExp(`${AMEX.card_number}|\\b${AMEX.cvc}\\b`),
  )
  // Proves that the search finds card data.
  for (const part of Object.values(AMEX)) {
    await portal.owner.query('update users set phone_number = $1 where id = $2', [part, buyer.rep])
    expect(await rowsWithCard()).not.toEqual([])
  }
})
