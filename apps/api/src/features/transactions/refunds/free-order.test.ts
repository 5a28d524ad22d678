/** An order that a coupon paid in full charged no card. It can be cancelled nevertheless. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuyer, createPatientBuyer, reserveInvoice, vialsForm } from '#api/features/checkout/checkout.fixture.ts'
import { createCoupon } from '#api/features/coupons/coupons.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { refundForm } from './refunds.fixture.ts'

let portal: TestPortal
let admin: TestClient
let buyer: Awaited<ReturnType<typeof createBuyer>>
beforeAll(async () => {
  portal = await startTestPortal()
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  buyer = await createBuyer(portal)
})
afterAll(() => portal.close())

/** Vials that a coupon pays. */
async function orderForFree() {
  const { patient } = await createPatientBuyer(portal, buyer.center, 2)
  const coupon = await portal.seed((db) => createCoupon(db, { discount_cents: 1_000_000, max_use_number: 1 }))
  const invoice = await reserveInvoice(buyer.caller)
  const form = vialsForm(invoice, 2, { patient_id: patient, coupon_code: coupon.code, total_amount: 0, credit_card: undefined })
  const { transaction_id: id } = (await buyer.caller.post('/api/v1/transactions/', form)).json()
  return { id: id as number, invoice, patient, coupon: coupon.id }
}
const giveBack = (id: number, form: ReturnType<typeof refundForm>) => admin.post(`/api/v1/transactions/${id}/refund/`, form)
async function stateOf({ id, patient, coupon }: { id: number; patient: number; coupon: number }) {
  const { rows } = await portal.owner.query(
    `select t.voided, t.order_state, v.vials_reserved as reserved, c.used_number as used
     from transactions t, vial_counts v, coupons c
     where t.id = $1 and v.user_id = $2 and c.id = $3`,
    [id, patient, coupon],
  )
  return rows[0]
}

test('a free order is voided once: its vials and its coupon are free again', async () => {
  const order = await orderForFree()
  expect(await stateOf(order)).toEqual({ voided: false, order_state: 'to_ship', reserved: 2, used: 1 })
  const receipt = async () => (await admin.get(`/api/v1/transactions/${order.id}/`)).json()
  expect(await receipt()).toMatchObject({ state: 'paid', can: { refund: true } })
  expect((await giveBack(order.id, refundForm({ amount: 1 }))).json()).toMatchObject({
    ...{ code: 'conflict', message: 'This order was free, so no money can be given back. Void it instead.' },
  })
  const form = refundForm({ kind: 'void' })
  for (let n = 0; n < 2; n++)
    expect((await giveBack(order.id, form)).json()).toMatchObject({
      status: 'done',
      amount: 0,
      message: 'The order was cancelled.',
    })
  expect(await stateOf(order)).toEqual({ voided: true, order_state: null, reserved: 0, used: 0 })
  expect(await receipt()).toMatchObject({ state: 'voided', fulfilment: 'cancelled', can: { refund: false } })
  expect((await giveBack(order.id, refundForm({ kind: 'void' }))).json()).toMatchObject({
    ...{ code: 'conflict', message: 'This order is cancelled already.' },
  })
})

test('the buyer learns of it, and the audit does', async () => {
  const order = await orderForFree()
  const sent = Array.from({ length: 3 }, () => giveBack(order.id, refundForm({ kind: 'void' })))
  expect((await Promise.all(sent)).map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  await portal.runJobs()
  const { rows: notices } = await portal.owner.query(
    `select user_id from notices where title = 'Order cancelled' and path = $1`,
    [`/receipt/${order.id}`],
  )
  expect(notices).toEqual([{ user_id: buyer.center }])
  const { rows: mails } = await portal.owner.query('select text from mail_outbox where subject = $1', [
    `Cancellation of ${order.invoice}`,
  ])
  expect(mails[0].text).toContain(`We cancelled your order with invoice ${order.invoice}. You paid nothing for it.`)
  const { rows: audited } = await portal.owner.query(
    `select type from audit_log where subject_id = $1 and type like 'refund.%' order by id`,
    [order.id],
  )
  expect(audited.map(({ type }) => type)).toEqual(['refund.requested', 'refund.finished'])
})
