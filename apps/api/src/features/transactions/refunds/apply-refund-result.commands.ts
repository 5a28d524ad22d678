/**
 * Applies the provider's result to a refund, whether it comes from the request, the job or an admin. It is safe to repeat: the sale and
 * then the refund are locked, and a final status never changes.
 */
import { sql, type UpdateObject } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { settleCommissions } from '#api/features/commissions/ledger/settle-commissions.commands.ts'
import { releaseCoupon } from '#api/features/coupons/coupon-uses.commands.ts'
import { notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { releaseVialsOfSale } from '#api/features/orders/reserve-vials.commands.ts'
import { enqueueLookUp, LOOKUP_DELAYS_MINUTES } from '#api/features/payments/look-ups.commands.ts'
import { isTakenBack, type LockedSale, lockSale } from '#api/features/transactions/lock-sale.queries.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { RefundResult } from './refund-result.pure.ts'
import { findRefundRow, isFinalRefund, lockRefund, type RefundRow } from './refunds.queries.ts'

/** `fromLookup`: look-ups are counted, and after the last one an admin reviews the refund. */
export async function applyRefundResult(
  db: Db,
  refundId: string,
  result: RefundResult,
  { fromLookup }: { fromLookup: boolean } = { fromLookup: false },
): Promise<void> {
  const known = (await findRefundRow(db, refundId)) ?? fail('not_found')
  const sale = await lockSale(db, known.transaction_id)
  const refund = await lockRefund(db, refundId)
  if (isFinalRefund(refund)) return
  if (result.kind === 'done') await finish(db, sale, refund, result)
  else if (result.kind === 'refused') await refuse(db, refund, result)
  else await lookUpLater(db, sale, refund, result, fromLookup)
}

const updateRefund = (db: Db, { id }: RefundRow, values: UpdateObject<Tables, 'refunds'>) =>
  db.updateRows('refunds', { id }, values)

const auditFinished = (db: Db, refund: RefundRow, status: string, code: string) =>
  audit(db, {
    type: 'refund.finished',
    subject: refund.transaction_id,
    after: { refund_id: refund.id, kind: refund.kind, amount_cents: refund.amount_cents, status, outcome_code: code },
  })

const isFree = ({ charged_cents }: LockedSale) => charged_cents === 0

function doneMessageOf(sale: LockedSale, isVoid: boolean): string {
  if (!isVoid) return 'The money was given back.'
  return isFree(sale) ? 'The order was cancelled.' : 'The payment was voided.'
}

async function finish(
  db: Db,
  sale: LockedSale,
  refund: RefundRow,
  { code, transId }: Extract<RefundResult, { kind: 'done' }>,
): Promise<void> {
  const isVoid = refund.kind === 'void'
  await updateRefund(db, refund, {
    status: 'done',
    gateway_trans_id: transId,
    outcome_code: code,
    message: doneMessageOf(sale, isVoid),
    finished_at: sql`now()`,
    next_check_at: null,
  })
  const after = { ...sale, refunded_cents: sale.refunded_cents + refund.amount_cents, voided: isVoid }
  if (isTakenBack(after)) {
    if (sale.attempt_id !== null) await releaseCoupon(db, sale.attempt_id)
    await releaseVialsOfSale(db, sale.id)
  }
  const { refunded_cents, voided } = after
  await db.updateRows('transactions', { id: sale.id }, { refunded_cents, voided })
  await settleCommissions(db, sale.id)
  auditFinished(db, refund, 'done', code)
  await db.enqueue('transactions.mail_refund', { refund_id: refund.id }, { key: `transactions.mail_refund:${refund.id}` })
  await notifyBuyer(db, sale, refund)
}

/** Without the product, which would be health data. */
async function notifyBuyer(db: Db, sale: LockedSale, { kind }: RefundRow): Promise<void> {
  const { invoice_id, harvest_center_id, referral_harvest_center_id, payer_id, patient_id } = sale
  const patientPaid = payer_id === patient_id
  await notify(db, patientPaid ? patient_id : [harvest_center_id, referral_harvest_center_id], {
    kind: 'purchase',
    title: isFree(sale) ? 'Order cancelled' : kind === 'void' ? 'Payment voided' : 'Refund made',
    text: `Invoice ${invoice_id}. View receipt`,
    path: `/receipt/${sale.id}`,
  })
}

async function refuse(db: Db, refund: RefundRow, { code, message }: Extract<RefundResult, { kind: 'refused' }>): Promise<void> {
  await updateRefund(db, refund, {
    status: 'refused',
    outcome_code: code,
    message,
    finished_at: sql`now()`,
    next_check_at: null,
  })
  auditFinished(db, refund, 'refused', code)
}

/** A refund without a result is looked up again at growing intervals. After the last look-up, an admin reviews it. */
async function lookUpLater(
  db: Db,
  sale: LockedSale,
  refund: RefundRow,
  { code }: Extract<RefundResult, { kind: 'unknown' }>,
  fromLookup: boolean,
): Promise<void> {
  const checks = refund.checks + (fromLookup ? 1 : 0)
  const minutes = LOOKUP_DELAYS_MINUTES[checks]
  const values = { outcome_code: code, checks }
  if (refund.status === 'review') return void (await updateRefund(db, refund, { ...values, next_check_at: null }))
  if (minutes === undefined) {
    await updateRefund(db, refund, { ...values, status: 'review', next_check_at: null })
    return notifyAdmins(db, {
      kind: 'purchase',
      title: 'A refund needs review',
      text: `The provider gave no clear answer about a refund of invoice ${sale.invoice_id}. Check again on its receipt.`,
      path: `/receipt/${sale.id}`,
    })
  }
  await enqueueLookUp(db, 'refund', refund.id, new Date(Date.now() + minutes * 60_000))
  await updateRefund(db, refund, {
    ...values,
    status: 'unknown',
    next_check_at: sql`now() + make_interval(mins => ${minutes})`,
  })
}
