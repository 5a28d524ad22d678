/** The steps before the provider is called: reserves an invoice, and saves an attempt to pay it. */

import { formatDollars, toCents } from '@vialdesk/contract/base/primitives'
import { type CheckoutAnswer, priceCents } from '@vialdesk/contract/money/checkout'
import { productIds } from '@vialdesk/contract/money/products'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findCustomerId } from '#api/features/cards/cards.queries.ts'
import type { BuyerKind, Purchase } from '#api/features/checkout/order/buyer.pure.ts'
import { makeOrder } from '#api/features/checkout/order/make-order.commands.ts'
import { releaseCoupon, reserveCoupon } from '#api/features/coupons/coupon-uses.commands.ts'
import { releaseVials, reserveVials } from '#api/features/orders/reserve-vials.commands.ts'
import { assertFewDeclines } from '#api/features/payments/decline-limits.queries.ts'
import type { DeclineKeys } from '#api/features/payments/declined-cards.commands.ts'
import { enqueueLookUp, LEASE_SECONDS } from '#api/features/payments/look-ups.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { gatewayReference } from '#api/platform/ports/payments.ts'
import { type Attempt, findInvoice, findLastAttempt, lockAttempt, type Order, SUCCESS_MESSAGE } from './attempts.queries.ts'
import { findPaidPurchase } from './paid-purchase.queries.ts'

/** Reserves the next invoice id for a user, for a day. Ids are unique in the domain and may have gaps. */
export async function reserveInvoice(db: Db, userId: number): Promise<string> {
  const [counter] = await db.rows<{ last: number }>(
    `insert into invoice_counters values ($1, 1)
     on conflict (domain_id) do update set last = invoice_counters.last + 1
     returning last`,
    [db.domainId],
  )
  const id = `V-${String(counter?.last).padStart(6, '0')}`
  await db.insertRow('invoices', { id, user_id: userId })
  return id
}

interface Submission {
  purchase: Purchase
  buyerKind: BuyerKind
  /** Keyed hash of the purchase. An equal hash means the same purchase. */
  hash: Buffer
  gateway: string
  savedCard: string | undefined
  declineKeys: DeclineKeys
}

/** Either the answer to the same earlier payment, or a saved attempt that may be charged. */
type StartResult = { previousAnswer: CheckoutAnswer } | { attempt: Attempt }

/**
 * Saves the attempt with everything that is needed to finish it, and queues the job that finishes it if this process dies. An invalid
 * invoice or purchase leaves no trace.
 */
export async function startAttempt(db: Db, actor: Actor, submission: Submission): Promise<StartResult> {
  const { purchase, hash, gateway, declineKeys: keys } = submission
  const invoice = await findInvoice(db, purchase.invoice_id, actor.id).forNoKeyUpdate().executeTakeFirst()
  if (!invoice) return failField('invoice_id', 'This invoice is not reserved for you. Start again.')
  const last = await findLastAttempt(db, invoice.id)
  const known = last && (await findPreviousAnswer(db, actor, last, hash))
  if (known) return { previousAnswer: known }
  if (!last && invoice.expired) failField('invoice_id', 'This invoice has expired. Start again.')
  const order = await makeOrder(db, actor, purchase, submission.buyerKind)
  const amount = orderCents(order)
  assertShownAmounts(order, amount, purchase)
  if (amount > 0) await assertFewDeclines(db, { userId: actor.id, invoiceId: invoice.id, keys })
  if (submission.savedCard !== undefined && amount > 0) order.customer_id = await getCustomerId(db, gateway, actor.id)
  const attempt = await insertAttempt(db, actor.id, {
    invoice: invoice.id,
    attemptNo: (last?.attempt_no ?? 0) + 1,
    hash,
    gateway: amount === 0 ? 'none' : gateway,
    order,
    amount,
  })
  await reserveForOrder(db, attempt)
  audit(db, {
    type: 'checkout.started',
    after: { invoice_id: invoice.id, attempt_no: attempt.attempt_no, amount_cents: amount },
  })
  return { attempt }
}

/** The answer to the same earlier purchase. Undefined if the invoice may be tried again: after a decline, nothing was charged. */
async function findPreviousAnswer(db: Db, actor: Actor, last: Attempt, hash: Buffer): Promise<CheckoutAnswer | undefined> {
  if (last.status === 'declined' || last.status === 'rejected') return undefined
  if (last.status === 'abandoned' || !last.request_hash.equals(hash)) return fail('invoice_used')
  if (last.status !== 'approved') return fail('in_progress')
  return successAnswer(db, actor, last)
}

/** The amount to charge, in cents. */
const orderCents = ({ price_cents, quantity, shipping_cents, harvest_fee_cents, discount_cents }: Order) =>
  priceCents({
    price: price_cents,
    quantity,
    shipping: shipping_cents,
    harvest_fee: harvest_fee_cents,
    discount: discount_cents,
  }).total

export const successAnswer = async (
  db: Db,
  actor: Actor,
  { invoice_id, transaction_id }: Pick<Attempt, 'invoice_id' | 'transaction_id'>,
): Promise<CheckoutAnswer> => ({
  code: 'success',
  message: SUCCESS_MESSAGE,
  error_message: '',
  invoice_id,
  transaction_id,
  purchase: await findPaidPurchase(db, actor, transaction_id),
})

/** The payer pays exactly what the page showed. Amounts that the page did not send are not compared. */
function assertShownAmounts(order: Order, amount: number, { total_amount, product_amount, coupon_code_amount }: Purchase): void {
  const isShown = (shown: number | null | undefined, cents: number, most = Number.POSITIVE_INFINITY) =>
    shown == null || Math.min(toCents(shown), most) === cents
  const { price_cents, discount_cents } = order
  // A page may send the discount of the coupon, of which no more counts than the order costs.
  const isDiscount = isShown(coupon_code_amount, discount_cents, amount + discount_cents)
  if (isShown(total_amount, amount) && isShown(product_amount, price_cents) && isDiscount) return
  const total = formatDollars(amount)
  fail('price_changed', { message: `The price has changed. The new total is ${total}. Please check it and try again.` })
}

async function getCustomerId(db: Db, gateway: string, userId: number): Promise<string> {
  const customer = await findCustomerId(db, gateway, userId)
  return customer ?? failField('auth_customer_payment_profile_validation', 'Choose one of your saved cards.')
}

interface NewAttempt {
  invoice: string
  attemptNo: number
  hash: Buffer
  gateway: string
  order: Order
  /** Cents. */
  amount: number
}

async function insertAttempt(
  db: Db,
  userId: number,
  { invoice, attemptNo, hash, gateway, order, amount }: NewAttempt,
): Promise<Attempt> {
  const leaseUntil = new Date(Date.now() + LEASE_SECONDS * 1000)
  const reference = gatewayReference(db.domainId, invoice)
  const { id } = await db.insertWithId('checkout_attempts', {
    invoice_id: invoice,
    attempt_no: attemptNo,
    // A provider treats a known invoice number as a duplicate, so a retry after a decline needs a new number.
    ref_id: attemptNo === 1 ? reference : `${reference}-${attemptNo}`,
    user_id: userId,
    kind: order.kind,
    request_hash: hash,
    status: 'sending',
    amount_cents: amount,
    order_data: JSON.stringify(order),
    gateway,
    lease_until: sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`,
  })
  await enqueueLookUp(db, 'payment', id, leaseUntil)
  return (await lockAttempt(db, id)) as Attempt
}

/**
 * Reserves what an order needs before the charge: a use of its coupon, and its vials. The sale takes them, a failed payment gives them
 * back. All callers have locked the attempt, or have just inserted it, and take the coupon before the vials.
 */
async function reserveForOrder(db: Db, { id: attemptId, order }: Attempt): Promise<void> {
  const { coupon, discount_cents: cents, product_id, patient_id: patientId, quantity } = order
  if (coupon) await reserveCoupon(db, { couponId: coupon.id, attemptId, cents })
  if (product_id === productIds.vials && patientId !== null) await reserveVials(db, { attemptId, patientId, quantity })
}

export async function releaseReservations(db: Db, { id }: Attempt): Promise<void> {
  await releaseCoupon(db, id)
  await releaseVials(db, id)
}
