import { formatDollars } from '@vialdesk/contract/base/primitives'
import { z } from 'zod'
import { dueAt, enqueueLookUp } from '#api/features/payments/look-ups.commands.ts'
import { mailReceipt } from '#api/features/payments/mail-receipt.commands.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { type Attempt, findAttempt, isFinal, type Order } from './payment/attempts.queries.ts'
import { lookUpPayment } from './payment/charge.commands.ts'
import { applyResultOrReview } from './payment/pay.commands.ts'

/** Only a notice of the gateway asks for another lookup of these. */
const isSettled = ({ status }: Attempt) => isFinal(status) || status === 'review'

/** Looks up a payment whose request died or got no answer, and applies the result. */
const lookUpJob = job(
  'checkout.look_up_payment',
  z.object({ attempt_id: z.uuid() }),
  async ({ domain, ports, transact, log }, { attempt_id }) => {
    const attempt = await transact(async (db) => {
      const found = await findAttempt(db, attempt_id)
      if (!found || found.status === 'approved' || (isSettled(found) && found.next_check_at === null)) return undefined
      const due = dueAt(found)
      if (due.getTime() <= Date.now()) return found
      await enqueueLookUp(db, 'payment', attempt_id, due)
      return undefined
    })
    if (!attempt) return
    const result = await lookUpPayment({ ports, log }, domain.id, attempt)
    await applyResultOrReview({ transact, log }, attempt_id, result, { fromLookup: true })
  },
)

const sendReceipt = job(
  'checkout.send_receipt',
  z.object({ transaction_id: z.number().int() }),
  async (context, { transaction_id }) => {
    const sale = await context.transact((db) =>
      db
        .selectFrom('transactions as t')
        .innerJoin('checkout_attempts as a', (join) =>
          join.onRef('a.domain_id', '=', 't.domain_id').onRef('a.id', '=', 't.attempt_id'),
        )
        .select(['t.invoice_id', 't.charged_cents', 't.day', 't.card_brand', 't.card_last4', 'a.order_data'])
        .where('t.domain_id', '=', db.domainId)
        .where('t.id', '=', transaction_id)
        .executeTakeFirstOrThrow(),
    )
    const amount = formatDollars(sale.charged_cents)
    const card = sale.card_last4 ? [`Paid with ${sale.card_brand} ending in ${sale.card_last4}.`] : []
    await mailReceipt(context, {
      ...{ transactionId: transaction_id, id: `receipt-${transaction_id}`, subject: `Receipt ${sale.invoice_id}` },
      emails: (sale.order_data as Order).emails,
      paragraphs: ['Thank you for your purchase.', `Invoice ${sale.invoice_id} of ${sale.day}: ${amount}.`, ...card],
    })
  },
)

export const checkoutJobs = [lookUpJob, sendReceipt]
