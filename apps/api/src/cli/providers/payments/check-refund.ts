/** Refunds the charge of an earlier run, because only a settled charge can be refunded; and leaves one for the next run. */

import { StepOpen } from '#api/cli/providers/steps.ts'
import { newReference, testCards } from '#api/cli/providers/test-data.ts'
import type { GatewayTransaction } from '#api/platform/ports/payments.ts'
import { failOutcome, type PaymentCheck } from './check-charges.ts'

/** All runs of a domain share the invoice and the amount, so that one search finds the charges of earlier runs. */
const AMOUNT = 150
const invoiceOf = (domainId: number) => `CHECK-${domainId}-REFUND`

const DAY_MS = 86_400_000
const DAYS = 14

/** Of a charge that was refunded already: more than the rest, or the same refund. */
const wasRefunded = ({ kind, code }: { kind: string; code: string }) => code === '55' || kind === 'duplicate'

async function refundOne({ gateway, domainId }: PaymentCheck, settled: GatewayTransaction[]): Promise<string> {
  for (const { transId, last4 } of settled) {
    const outcome = await gateway.refund({ domainId, transId, refId: `CHECK-${transId}`, last4, amountCents: AMOUNT })
    if (outcome.kind === 'approved') return `transaction ${transId} by ${outcome.transId}`
    if (!wasRefunded(outcome)) return failOutcome(outcome)
  }
  throw new StepOpen('run again after the night’s settlement')
}

export async function checkRefund(check: PaymentCheck): Promise<void> {
  const { steps, gateway, domainId, sourceOf } = check
  const order = { domainId, invoiceNumber: invoiceOf(domainId), amountCents: AMOUNT }
  const found = await steps.run('charges of earlier runs', async () => {
    const charges = await gateway.find({ ...order, since: new Date(Date.now() - DAYS * DAY_MS) })
    return { value: charges, detail: `${charges.length} of invoice ${order.invoiceNumber}` }
  })
  if (!found) return
  const settled = found.filter(({ status }) => status === 'settled').reverse()
  await steps.run('refund a settled charge', async () => ({ value: true, detail: await refundOne(check, settled) }))
  if (found.some(({ status }) => status === 'unsettled')) return
  await steps.run('leave a charge to settle', async () => {
    const outcome = await gateway.charge({ ...order, refId: newReference(), source: await sourceOf(testCards.visa) })
    if (outcome.kind === 'duplicate') throw new StepOpen('an earlier run has left one today')
    if (outcome.kind !== 'approved') return failOutcome(outcome)
    return { value: true, detail: `transaction ${outcome.transId}: a later run refunds it` }
  })
}
