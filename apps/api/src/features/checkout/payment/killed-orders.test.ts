/** Orders with a coupon and vials whose process is killed: the reservations end as one sale, or are given back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
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
import { killPortal } from '#api/testing/kill-portal.ts'
import type { PausedRequest } from '#api/testing/killed-portal.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'
const PAY_AS_PATIENT = '/api/v1/users/patient/checkout/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let referral: Awaited<ReturnType<typeof createReferralBuyer>>

afterAll(() => portal.close())

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
/** All were killed in one process, each at its moment. */
const killed = new Map<Story, Order>()
const killedOrder = (story: Story) => killed.get(story) as Order

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  referral = await createReferralBuyer(portal, buyer.center)
  const requests: PausedRequest[] = []
  for (const [story, { kind, moment, ...values }] of Object.entries(stories)) {
    const order = await orderOf(kind, values)
    killed.set(story as Story, order)
    requests.push({ moment, token: await portal.tokenOf(order.payer), identifier: 'acme', path: order.path, form: order.form })
  }
  await killPortal(portal, { requests })
})

/** Runs the jobs of the restarted portal, once for each due lookup of the order. The other orders stay as they are. */
async function afterRestart(lookups: number, { form }: Order) {
  for (let n = 0; n < lookups; n++) {
    await makeLookupsDue(portal, form.invoice_id)
    await portal.runJobs()
  }
}

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
    await afterRestart(2, order)
    const { invoice_id } = order.form
    expect(await paymentStateOf(portal, invoice_id)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect(await reservationsOf(order)).toEqual({ reserved: 0, used: 1, vials })
    expect((await order.caller.post(order.path, order.form)).json()).toMatchObject({ code: 'success', invoice_id })
    expect(await reservationsOf(order)).toEqual({ reserved: 0, used: 1, vials })
  })

  test('gives coupon and vials back when it is killed before the charge', async () => {
    const order = killedOrder('uncharged')
    expect(await reservationsOf(order)).toEqual({ reserved: 1, used: 0, vials: 2 })
    await afterRestart(2, order)
    expect(await paymentStateOf(portal, order.form.invoice_id)).toEqual({ charges: 0, sales: 0, states: ['rejected'] })
    expect(await reservationsOf(order)).toEqual(none)
  })

  test('gives coupon and vials back once when it is killed after a declined card', async () => {
    const order = killedOrder('declined')
    expect(await reservationsOf(order)).toEqual({ reserved: 1, used: 0, vials: 2 })
    await afterRestart(2, order)
    expect(await paymentStateOf(portal, order.form.invoice_id)).toEqual({ charges: 0, sales: 0, states: ['declined'] })
    expect(await reservationsOf(order)).toEqual(none)
  })
})
