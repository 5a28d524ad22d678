import { formatDollars } from '@vialdesk/contract/primitives'
import { z } from 'zod'
import { domainUrl } from '#api/platform/access/domains.ts'
import { SYSTEM_ACTOR } from '#api/platform/audit/audit.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { sendToEach } from '#api/platform/mail/send-mail.ts'
import { applyRefundResult } from './refunds/apply-refund-result.commands.ts'
import { getSentRefund } from './refunds/give-back.commands.ts'
import { findRefundRow, isFinalRefund, type RefundRow } from './refunds/refunds.queries.ts'
import { lookUpRefund } from './refunds/send-refund.commands.ts'
import { enqueueRefundLookup } from './refunds/start-refund.commands.ts'

/** A look-up is due when the lease of the request has ended and `next_check_at` is reached. */
const dueAt = ({ status, lease_until, next_check_at }: RefundRow) =>
  new Date(status === 'sending' || next_check_at === null ? lease_until : next_check_at)

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
      await enqueueRefundLookup(db, refund_id, due)
      return undefined
    })
    if (!sent) return
    const result = await lookUpRefund({ ports, log, domain }, sent)
    await transact((db) => applyRefundResult(db, SYSTEM_ACTOR, refund_id, result, { fromLookup: true }))
  },
)

/** Mails the receipt of a refund to the addresses of the checkout, without the product, which would be health data. */
const mailRefund = job(
  'transactions.mail_refund',
  z.object({ refund_id: z.uuid() }),
  async ({ domain, ports, transact, log }, { refund_id }) => {
    const refund = await transact((db) =>
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
    const button = { label: 'View receipt', href: `${domainUrl(domain, ports.publicUrl)}/receipt/${refund.id}` }
    const emails = (refund.order_data as { emails?: string[] } | null)?.emails ?? []
    const subject = `${refund.amount_cents === 0 ? 'Cancellation' : 'Refund'} of ${refund.invoice_id}`
    await sendToEach({ domain, ports, log }, emails, { subject, paragraphs, button }, `refund-${refund_id}`)
  },
)

export const transactionsJobs = [lookUpRefundJob, mailRefund]
