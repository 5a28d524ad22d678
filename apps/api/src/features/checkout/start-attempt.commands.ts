/** Before the provider is asked: an invoice is reserved, and an attempt to pay it is written down. */
import { type CheckoutAnswer, productIds, totalCents } from '@vialdesk/contract/checkout'
import { toCents, toDollars } from '@vialdesk/contract/primitives'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/http/errors/fail.ts'
import { type Attempt, findInvoice, findLastAttempt, lockAttempt, type Order, SUCCESS } from './attempts.queries.ts'
import { makeOrder, type Purchase } from './make-order.commands.ts'
import { LEASE_SECONDS } from './payment-result.pure.ts'
import { findCustomer } from './products.queries.ts'

/** Reserves the next invoice id for a user, for a day. Ids are never given twice; gaps are fine. */
export async function reserveInvoice(db: Db, userId: number): Promise<string> {
  const [counter] = await db.rows<{ last: number }>(
    `insert into invoice_counters values ($1, 1)
     on conflict (domain_id) do update set last = invoice_counters.last + 1
     returning last`,
    [db.domainId],
  )
  const id = `V-${String(counter?.last).padStart(6, '0')}`
  await db.insertInto('invoices').values({ domain_id: db.domainId, id, user_id: userId }).execute()
  return id
}

export interface Submission {
  purchase: Purchase
  /** Keyed hash of the purchase: whether it is the same again. */
  hash: Buffer
  gateway: string
  savedCard: string | undefined
}

/** Either this was paid before, and here is what was answered; or an attempt was written down and may be sent. */
export type Started = { replay: CheckoutAnswer } | { attempt: Attempt }

/**
 * Writes down that a payment is about to be sent, with all that is needed to finish it, and puts on the queue the job that
 * finishes it should this process die. Refuses without a trace when the invoice or anything of the purchase is not right.
 */
export async function startAttempt(db: Db, auditActor: AuditActor, actor: Actor, submission: Submission): Promise<Started> {
  const { purchase, hash, gateway } = submission
  const invoice = await findInvoice(db, purchase.invoice_id, actor.id).forNoKeyUpdate().executeTakeFirst()
  if (!invoice) return failField('invoice_id', 'This invoice is not reserved for you. Start again.')
  const last = await findLastAttempt(db, invoice.id)
  const known = last && answerAgain(last, hash)
  if (known) return { replay: known }
  if (!last && invoice.expired) failField('invoice_id', 'This invoice has expired. Start again.')
  const order = await makeOrder(db, actor, purchase)
  const amount = totalCents({ price: order.price_cents, quantity: order.quantity, shipping: order.shipping_cents })
  if (amount !== toCents(purchase.total_amount)) failForPrice(amount)
  if (submission.savedCard !== undefined && amount > 0) order.customer_id = await customerOf(db, gateway, actor.id)
  const attempt = await writeAttempt(db, actor.id, {
    invoice: invoice.id,
    attemptNo: (last?.attempt_no ?? 0) + 1,
    hash,
    gateway: amount === 0 ? 'none' : gateway,
    order,
    amount,
  })
  audit(db, auditActor, {
    type: 'checkout.started',
    after: { invoice_id: invoice.id, attempt_no: attempt.attempt_no, amount_cents: amount },
  })
  return { attempt }
}

/** What was answered before to the same; undefined when the invoice may be tried (again): after a decline nothing was charged. */
function answerAgain(last: Attempt, hash: Buffer): CheckoutAnswer | undefined {
  if (last.status === 'declined' || last.status === 'rejected') return undefined
  if (last.status === 'abandoned' || !last.request_hash.equals(hash)) return fail('invoice_used')
  if (last.status !== 'approved') return fail('in_progress')
  return successAnswer(last)
}

export const successAnswer = (attempt: Pick<Attempt, 'invoice_id' | 'transaction_id'>): CheckoutAnswer => ({
  code: 'success',
  message: SUCCESS,
  error_message: '',
  invoice_id: attempt.invoice_id,
  transaction_id: attempt.transaction_id,
})

function failForPrice(cents: number): never {
  const total = toDollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  return fail('price_changed', { message: `The price has changed. The new total is ${total}. Please check it and try again.` })
}

async function customerOf(db: Db, gateway: string, userId: number): Promise<string> {
  const customer = await findCustomer(db, gateway, userId)
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

async function writeAttempt(
  db: Db,
  userId: number,
  { invoice, attemptNo, hash, gateway, order, amount }: NewAttempt,
): Promise<Attempt> {
  const leaseUntil = new Date(Date.now() + LEASE_SECONDS * 1000)
  const { id } = await db
    .insertInto('checkout_attempts')
    .values({
      domain_id: db.domainId,
      invoice_id: invoice,
      attempt_no: attemptNo,
      // A provider takes an invoice number it knows for the same payment again; after a decline it is another one.
      ref_id: attemptNo === 1 ? invoice : `${invoice}-${attemptNo}`,
      user_id: userId,
      kind: order.product_id === productIds.processing_fee ? 'processing_fee' : 'product',
      request_hash: hash,
      status: 'sending',
      amount_cents: amount,
      order_data: JSON.stringify(order),
      gateway,
      lease_until: sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueueSettling(db, id, leaseUntil)
  return (await lockAttempt(db, id)) as Attempt
}

/** At most one such job waits for an attempt; a later one takes its place. */
export function enqueueSettling(db: Db, attemptId: string, runAt: Date): Promise<void> {
  return db.enqueue('checkout.settle', { attempt_id: attemptId }, { key: `checkout.settle:${attemptId}`, runAt, attempts: 25 })
}
