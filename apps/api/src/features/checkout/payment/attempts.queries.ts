/** Reads payment attempts, and translates them for payers and admins. */

import { apiErrors } from '@vialdesk/contract/base/errors'
import { toDollars } from '@vialdesk/contract/base/primitives'
import { type AttemptState, CHECKOUT_CONFIRMING, type CheckoutAddress } from '@vialdesk/contract/money/checkout'
import type { AttemptRow, ReviewFilter } from '@vialdesk/contract/money/payments-to-review'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { orderOf, type SortValues } from '#api/db/sorted-paging.ts'
import type { Tables } from '#api/db/types.ts'
import { NOT_CHARGED } from './payment-result.pure.ts'

/** The sale that is recorded after the charge. It is saved before the provider is called, and never contains a card. */
export interface Order {
  product_id: number
  quantity: number
  price_cents: number
  shipping_cents: number
  harvest_center_id: number | null
  referral_harvest_center_id: number | null
  hc_staff_id: number | null
  sales_rep_id: number
  sales_manager_id: number | null
  sales_distributor_id: number | null
  patient_id: number | null
  /** The patient account that is created together with the sale. */
  new_patient: { first_name: string; last_name: string; email: string; phone_number: string } | null
  /** The receipt is sent to these addresses. */
  emails: string[]
  billing: CheckoutAddress
  /** Null for a checkout without a shipping section. */
  shipping: CheckoutAddress | null
  shipping_date: string | null
  required_signature: boolean
  /** The payer's id at the provider; null unless a saved card pays. */
  customer_id: string | null
  kind: 'processing_fee' | 'harvest_fee' | 'product' | 'patient_vials'
  harvest_fee_cents: number
  discount_cents: number
  coupon: { id: number; code: string } | null
  /** Whether a parcel is sent. */
  ships: boolean
  /** The phone number of the center or patient, for the parcel. */
  phone: string
}

export type AttemptStatus = 'sending' | 'approved' | 'held' | 'declined' | 'rejected' | 'unknown' | 'review' | 'abandoned'
type AttemptColumns = Selectable<Tables['checkout_attempts']>
export type Attempt = Omit<AttemptColumns, 'status' | 'order_data'> & { status: AttemptStatus; order: Order; leased: boolean }

/** No answer of the provider is expected to change these statuses. */
export const isFinal = (status: AttemptStatus) => ['approved', 'declined', 'rejected', 'abandoned'].includes(status)

const selectAttempts = (db: Db) =>
  db
    .selectFrom('checkout_attempts')
    .selectAll()
    .select(sql<boolean>`lease_until > now()`.as('leased'))
    .where('domain_id', '=', db.domainId)

const toAttempt = (row: (AttemptColumns & { leased: boolean }) | undefined): Attempt | undefined => {
  if (!row) return undefined
  const { order_data, ...rest } = row
  return { ...rest, status: row.status as AttemptStatus, order: order_data as Order }
}

export async function findAttempt(db: Db, id: string): Promise<Attempt | undefined> {
  return toAttempt(await selectAttempts(db).where('id', '=', id).executeTakeFirst())
}

/** Locks the attempt until the transaction ends, so that concurrent decisions see each other. */
export async function lockAttempt(db: Db, id: string): Promise<Attempt | undefined> {
  return toAttempt(await selectAttempts(db).where('id', '=', id).forUpdate().executeTakeFirst())
}

/** The payment was closed before the card was charged, so nothing is wrong with the card. `closed` is the gateway's word for it. */
export const isInterrupted = ({ status, outcome_code }: Pick<Attempt, 'status' | 'outcome_code'>) =>
  status === 'rejected' && (outcome_code === NOT_CHARGED.code || outcome_code === 'closed')

/** The latest attempt at an invoice. All earlier attempts were declined or rejected. */
export async function findLastAttempt(db: Db, invoiceId: string): Promise<Attempt | undefined> {
  return toAttempt(
    await selectAttempts(db).where('invoice_id', '=', invoiceId).orderBy('attempt_no', 'desc').limit(1).executeTakeFirst(),
  )
}

/** An invoice that `payer` reserved, and whether it has expired: an expired invoice starts no checkout. */
export function findInvoice(db: Db, id: string, payer: number | 'anyone') {
  const found = db
    .selectFrom('invoices')
    .select(['id', sql<boolean>`expires_at <= now()`.as('expired')])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
  return payer === 'anyone' ? found : found.where('user_id', '=', payer)
}

export const SUCCESS_MESSAGE = 'Thank you. We received your payment.'

/** The state and the message that the payer sees. */
export function payerStateOf(attempt: Attempt | undefined): { state: AttemptState; message: string } {
  if (!attempt) return { state: 'none', message: 'Nothing was paid with this invoice.' }
  if (attempt.status === 'approved') return { state: 'success', message: SUCCESS_MESSAGE }
  if (attempt.status === 'abandoned') return { state: 'failed', message: 'This payment was not charged. Please start again.' }
  if (attempt.status === 'review') return { state: 'review', message: CHECKOUT_CONFIRMING }
  if (attempt.status === 'sending' && attempt.leased) return { state: 'processing', message: apiErrors.in_progress.message }
  if (isInterrupted(attempt)) return { state: 'interrupted', message: NOT_CHARGED.userMessage }
  if (attempt.status === 'declined' || attempt.status === 'rejected') {
    return { state: 'declined', message: attempt.user_message ?? apiErrors.payment_declined.message }
  }
  return { state: 'confirming', message: CHECKOUT_CONFIRMING }
}

const selectReviewRows = (db: Db) =>
  db
    .selectFrom('checkout_attempts as a')
    .innerJoin('users as u', (join) => join.onRef('u.domain_id', '=', 'a.domain_id').onRef('u.id', '=', 'a.user_id'))
    .select(['a.id', 'a.invoice_id', 'a.attempt_no', 'a.status', 'a.amount_cents', 'a.gateway_trans_id', 'a.outcome_code'])
    .select(['a.user_message', 'a.review_note', 'a.checks', 'a.created_at', 'a.next_check_at'])
    .select(sql<string>`coalesce(nullif(u.company, ''), trim(concat(u.first_name, ' ', u.last_name)))`.as('payer'))
    .select(
      sql<string>`(
        select p.name
        from products p
        where p.domain_id = a.domain_id and p.id = (a.order_data->>'product_id')::int)`.as('product'),
    )
    .where('a.domain_id', '=', db.domainId)

type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviewRows>['executeTakeFirstOrThrow']>>
const toAttemptRow = ({ amount_cents, ...row }: ReviewRow): AttemptRow => ({ ...row, amount: toDollars(amount_cents) })

export async function getAttemptRow(db: Db, id: string): Promise<AttemptRow> {
  return toAttemptRow(await selectReviewRows(db).where('a.id', '=', id).executeTakeFirstOrThrow())
}

const sortValues: SortValues<'created' | 'amount'> = {
  created: { value: 'a.created_at' },
  amount: { value: 'a.amount_cents' },
}

/** The payments that need a decision of an admin, oldest first or sorted. They are few. */
export async function listPaymentsToReview(db: Db, { limit, offset, sort }: ReviewFilter) {
  const order = orderOf(sort, sortValues) ?? { ...sortValues.created, descending: false }
  const direction = order.descending ? 'desc' : 'asc'
  const rows = await selectReviewRows(db)
    .where('a.review_note', 'is not', null)
    .orderBy(sql.raw(order.value), direction)
    .orderBy('a.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  const { n, cents } = await db
    .selectFrom('checkout_attempts')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
    .where('domain_id', '=', db.domainId)
    .where('review_note', 'is not', null)
    .executeTakeFirstOrThrow()
  return { count: n, amount: toDollars(cents), results: rows.map(toAttemptRow) }
}
