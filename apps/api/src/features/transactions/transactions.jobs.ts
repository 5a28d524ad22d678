import { formatDollars } from '@vialdesk/contract/base/primitives'
import { z } from 'zod'
import { dueAt, enqueueLookUp } from '#api/features/payments/look-ups.commands.ts'
import { mailReceipt } from '#api/features/payments/mail-receipt.commands.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { applyRefundResult } from './refunds/apply-refund-result.commands.ts'
import { getSentRefund } from './refunds/give-back.commands.ts'
import { findRefundRow, isFinalRefund } from './refunds/refunds.queries.ts'
import { lookUpRefund } from './refunds/send-refund.commands.ts'

/** Finishes a refund whose request died or got no answer. */
const lookUpRefundJob = job(
  'transactions.look_up_refund',
  z.object({ refund_id: z.uuid() }),
  async ({ domain, ports, transact, log }, { refund_id }) => {
    const sent = await transact(async (db) => {
      const refund = await findRefundRow(db, refund_id)
      // Only a notice of the gateway asks for another look-up of a refund that waits for an admin.
      const waits = refund?.status === 'review' && refund.next_check_at === null
      if (!refund || isFinalRefund(refund) || waits) return undefined
      const due = dueAt(refund)
      if (due.getTime() <= Date.now()) return getSentRefund(db, refund_id)
      await enqueueLookUp(db, 'refund', refund_id, due)
      return undefined
    })
    if (!sent) return
    const result = await lookUpRefund({ ports, log, domain }, sent)
    await transact((db) => applyRefundResult(db, refund_id, result, { fromLookup: true }))
  },
)

/** Mails the receipt of a refund. */
const mailRefund = job('transactions.mail_refund', z.object({ refund_id: z.uuid() }), async (context, { refund_id }) => {
  const refund = await context.transact((db) =>
    db
      .selectFrom('refunds as r')
      .innerJoin('transactions as t', (join) =>
        join.onRef('t.domain_id', '=', 'r.domain_id').onRef('t.id', '=', 'r.transaction_id'),
      )
      .leftJoin('checkout_attempts as a', (join) =>
        join.onRef('a.domain_id', '=', 't.domain_id').onRef('a.id', '=', 't.attempt_id'),
      )
      .select(['r.kind', 'r.amount_cents', 't.id', 't.invoice_id', 't.card_brand', 't.card_last4', 'a.order_data'])
      .where('r.domain_id', '=', db.domainId)
      .where('r.id', '=', refund_id)
      .executeTakeFirstOrThrow(),
  )
  const amount = formatDollars(refund.amount_cents)
  const card = refund.card_last4 ? ` to your ${refund.card_brand} ending in ${refund.card_last4}` : ''
  const paragraphs =
    refund.amount_cents === 0
      ? [`We cancelled your order with invoice ${refund.invoice_id}. You paid nothing for it.`]
      : refund.kind === 'void'
        ? [`We cancelled your payment of ${amount} for invoice ${refund.invoice_id}. Your card is not charged.`]
        : [`We gave ${amount} back${card} for invoice ${refund.invoice_id}.`, 'Your bank may take a few days to show it.']
  const emails = (refund.order_data as { emails?: string[] } | null)?.emails ?? []
  const subject = `${refund.amount_cents === 0 ? 'Cancellation' : 'Refund'} of ${refund.invoice_id}`
  await mailReceipt(context, { transactionId: refund.id, id: `refund-${refund_id}`, subject, paragraphs, emails })
})

export const transactionsJobs = [lookUpRefundJob, mailRefund]
