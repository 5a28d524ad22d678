/** Decisions of an admin that would lose or double a payment, because the provider's answer is not clear. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutForm, createBuyer, lastAttemptOf, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import type { GatewayTransaction } from '#api/platform/ports/payments.ts'
import { gatewayReference } from '#api/platform/ports/payments.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let admin: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
afterAll(() => portal.close())

/** By default the request is lost before the charge. */
async function createReviewedPayment(zip = '46292') {
  const invoice = await reserveInvoice(buyer.caller)
  await buyer.caller.post('/api/v1/transactions/', checkoutForm(invoice, { zip }))
  await portal.owner.query(`update checkout_attempts set status = 'review', review_note = 'Look.' where invoice_id = $1`, [
    invoice,
  ])
  return { invoice, id: (await lastAttemptOf(portal, invoice)).id as string }
}
const resolve = (id: string, body: Record<string, unknown>) => admin.post(`/api/v1/checkout-attempts/${id}/resolve/`, body)

test('refuses to close a payment of two charges, and one that may not be listed at the provider yet', async () => {
  const { id } = await createReviewedPayment()
  const payments = portal.ports.payments.embedded
  const charge = { kind: 'charge', status: 'settled' } as GatewayTransaction
  portal.ports.payments.embedded = { ...payments, find: async () => [charge, charge] }
  const twice = await resolve(id, { as: 'abandoned', note: 'x' })
  portal.ports.payments.embedded = payments
  expect(twice.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('(several)') })
  await portal.owner.query(`update checkout_attempts set status = 'unknown', lease_until = now() where id = $1`, [id])
  expect((await resolve(id, { as: 'abandoned', note: 'x' })).json()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('may not be listed'),
  })
})

test('refuses the charge of another open payment', async () => {
  const { id } = await createReviewedPayment()
  const other = await createReviewedPayment('46291')
  const [charge] = (
    await portal.owner.query('select id::text from gateway_sim.sim_transactions where invoice_number = $1', [
      gatewayReference(portal.domainId, other.invoice),
    ])
  ).rows
  expect((await resolve(id, { as: 'paid', gateway_trans_id: charge.id, note: 'x' })).json().errors).toEqual({
    gateway_trans_id: ['This transaction belongs to another payment.'],
  })
})
