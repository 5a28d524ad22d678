import { formatDollars } from '@vialdesk/contract/primitives'
import { z } from 'zod'
import { domainUrl } from '#api/platform/access/domains.ts'
import { SYSTEM_ACTOR } from '#api/platform/audit/audit.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { sendToEach } from '#api/platform/mail/send-mail.ts'
import { type Attempt, findAttempt, isFinal, type Order } from './payment/attempts.queries.ts'
import { lookUpPayment } from './payment/charge.commands.ts'
import { applyResultOrReview } from './payment/pay.commands.ts'
import { enqueueLookup } from './payment/start-attempt.commands.ts'

/** A lookup is due when the lease of the request has ended and `next_check_at` is reached. */
const dueAt = ({ status, lease_until, next_check_at }: Attempt) =>
  new Date(status === 'sending' || next_check_at === null ? lease_until : next_check_at)

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
      await enqueueLookup(db, attempt_id, due)
      return undefined
    })
    if (!attempt) return
    const result = await lookUpPayment({ ports, log }, domain.id, attempt)
    await applyResultOrReview({ transact, log }, SYSTEM_ACTOR, attempt_id, result, { fromLookup: true })
  },
)

/** Sends the receipt without the product, which would be health data. */
const sendReceipt = job(
  'checkout.send_receipt',
  z.object({ transaction_id: z.number().int() }),
  async ({ domain, ports, transact, log }, { transaction_id }) => {
    const sale = await transact((db) =>
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
    const button = { label: 'View receipt', href: `${domainUrl(domain, ports.publicUrl)}/receipt/${transaction_id}` }
    const paragraphs = ['Thank you for your purchase.', `Invoice ${sale.invoice_id} of ${sale.day}: ${amount}.`, ...card]
    const mail = { subject: `Receipt ${sale.invoice_id}`, paragraphs, button }
    const { emails } = sale.order_data as Order
    await sendToEach({ domain, ports, log }, emails, mail, `receipt-${transaction_id}`)
  },
)

export const checkoutJobs = [lookUpJob, sendReceipt]
