/** Saved cards of the demo, and a payment whose answer was lost. Both use the gateway. */

import type { Insertable } from 'kysely'
import type pg from 'pg'
import { triggerByZip } from '#api/adapters/payments/embedded/triggers.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { Tables } from '#api/db/types.ts'
import type { Order } from '#api/features/checkout/payment/attempts.queries.ts'
import { CardSecret } from '#api/platform/ports/card-secret.ts'
import type { BillingAddress } from '#api/platform/ports/payments.ts'
import { customerReference, gatewayReference } from '#api/platform/ports/payments.ts'
import type { DemoContext, DemoPorts } from '../context.ts'
import type { Center } from '../people/accounts.ts'
import { checkoutAddressOf } from './sales.ts'

export interface Payer {
  id: number
  email: string
  name: string
  zip: string
  cards: string[]
}

export const VISA = '4111111111111111'
export const MASTERCARD = '5424000000000015'

const billTo = (name: string, zip: string): BillingAddress => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { firstName, lastName, address: '1 Main Street', city: 'Springfield', state: 'Illinois', zip, country: 'US' }
}

const aCard = (demo: DemoContext, number: string) =>
  new CardSecret({ number, expiry: `${Number(demo.calendar.day(0).slice(0, 4)) + 3}-09`, cvc: '900' })

/** Saves the cards of a payer at the gateway. */
export async function saveCards(
  owner: pg.Pool,
  ports: DemoPorts,
  demo: DemoContext,
  domainId: number,
  payer: Payer,
): Promise<void> {
  const { customerId } = await ports.payments.embedded.ensureCustomer({
    domainId,
    reference: customerReference(domainId, payer.id),
    email: payer.email,
  })
  for (const number of payer.cards) {
    const source = { kind: 'card' as const, card: aCard(demo, number), billTo: billTo(payer.name, payer.zip) }
    const outcome = await ports.payments.embedded.addCard({ domainId, customerId, source })
    if (outcome.kind !== 'saved') throw new Error(`A card of the demo was not saved: ${outcome.userMessage}`)
  }
  const customer = { user_id: payer.id, gateway: 'embedded', customer_profile_id: customerId }
  await inDomain(owner, domainId, (db) => db.insertRow('payment_customers', customer))
}

const silent = Object.entries(triggerByZip).find(([, trigger]) => trigger === 'timeout_after_charge')?.[0] ?? ''

/**
 * Creates a processing fee of an hour ago that was charged, but whose answer was lost. It is listed in 'Payments to Review';
 * a recheck finds the charge and completes the purchase.
 */
export async function createPaymentToReview(
  owner: pg.Pool,
  ports: DemoPorts,
  demo: DemoContext,
  domainId: number,
  center: Center,
): Promise<void> {
  const asked = new Date(demo.now.getTime() - 60 * 60_000)
  const amount = 365_000
  const invoice = await inDomain(owner, domainId, async (db) => {
    const [counter] = await db.rows<{ last: number }>(
      'update invoice_counters set last = last + 1 where domain_id = $1 returning last',
      [domainId],
    )
    const id = `V-${String(counter?.last).padStart(6, '0')}`
    await db.insertRow('invoices', { id, user_id: center.id, created_at: asked })
    await db.insertRow('checkout_attempts', attemptOf(domainId, id, center, amount, asked))
    return id
  })
  const source = { kind: 'card' as const, card: aCard(demo, VISA), billTo: billTo('Daniel Cheung', silent) }
  const reference = gatewayReference(domainId, invoice)
  await ports.payments.embedded.charge({ domainId, refId: reference, invoiceNumber: reference, amountCents: amount, source })
}

function attemptOf(
  domain_id: number,
  invoice: string,
  center: Center,
  amount: number,
  asked: Date,
): Insertable<Tables['checkout_attempts']> {
  const order = {
    product_id: 1,
    quantity: 1,
    price_cents: 350_000,
    shipping_cents: 15_000,
    harvest_center_id: center.id,
    referral_harvest_center_id: null,
    hc_staff_id: null,
    sales_rep_id: center.rep,
    sales_manager_id: center.manager,
    sales_distributor_id: center.distributor,
    patient_id: null,
    new_patient: {
      first_name: 'Winona',
      last_name: 'Fairbanks',
      email: 'winona.fairbanks@mail.example',
      phone_number: '+1 (555) 010-4477',
    },
    emails: [center.email],
    billing: checkoutAddressOf(center),
    shipping: checkoutAddressOf(center),
    shipping_date: null,
    required_signature: false,
    customer_id: null,
    kind: 'processing_fee',
    harvest_fee_cents: 0,
    discount_cents: 0,
    coupon: null,
    ships: false,
    phone: '',
  } satisfies Order
  return {
    domain_id,
    invoice_id: invoice,
    attempt_no: 1,
    ref_id: gatewayReference(domain_id, invoice),
    user_id: center.id,
    kind: 'processing_fee',
    request_hash: Buffer.alloc(32),
    status: 'review',
    amount_cents: amount,
    order_data: JSON.stringify(order),
    gateway: 'embedded',
    outcome_code: 'timeout',
    user_message: 'The payment could not be confirmed.',
    review_note: 'The card gateway did not answer, and later checks could not confirm the payment.',
    checks: 5,
    lease_until: asked,
    created_at: asked,
  }
}
