/** Asking the payment provider. Nothing here opens or needs a transaction, and nothing here throws: what is not known is `unknown`. */
import type { FastifyBaseLogger } from 'fastify'
import type { CardSource, ChargeOutcome, GatewayTransaction } from '#api/adapters/payments/port.ts'
import type { Ports } from '#api/platform/ports.ts'
import type { Attempt } from './attempts.queries.ts'
import { CHARGE_TIMEOUT_MS, type Fate, unsure } from './payment-result.pure.ts'

/** Clocks of two companies differ; a charge is looked for from a little before we sent it (milliseconds). */
const CLOCKS_DIFFER_MS = 10 * 60_000

/** The promise's value, or `late` when it takes longer than `ms` milliseconds. The promise itself is not stopped. */
export async function withinTime<T>(promise: Promise<T>, ms: number, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Charges the attempt's amount; without a source there must be nothing to pay. */
export async function charge(
  ports: Ports,
  domainId: number,
  attempt: Attempt,
  source: CardSource | undefined,
  { ip, log }: { ip: string | null; log: FastifyBaseLogger },
): Promise<Fate> {
  if (attempt.amount_cents === 0) return { kind: 'free' }
  if (!source) return { kind: 'rejected', code: 'no_card', userMessage: 'Choose a saved card or enter a new one.' }
  const order = {
    domainId,
    refId: attempt.ref_id,
    invoiceNumber: attempt.ref_id,
    amountCents: attempt.amount_cents,
    source,
    ...(ip && { ip }),
  }
  const asked = ports.payments.charge(order).catch((error): ChargeOutcome => {
    log.error({ err: error, attempt: attempt.id }, 'a charge failed without an answer')
    return { kind: 'unknown', code: 'network', userMessage: '', raw: {} }
  })
  const outcome = await withinTime<ChargeOutcome | 'late'>(asked, CHARGE_TIMEOUT_MS, 'late')
  if (outcome === 'late') return unsure('timeout')
  // It was sent before: what became of it then is what became of it.
  return outcome.kind === 'duplicate'
    ? lookUp({ ports, log }, domainId, { ...attempt, gateway_trans_id: outcome.transId })
    : fateOf(outcome)
}

function fateOf(outcome: Exclude<ChargeOutcome, { kind: 'duplicate' }>): Fate {
  if (outcome.kind === 'unknown') return unsure(outcome.code)
  const { code, userMessage } = outcome
  if (outcome.kind === 'rejected') return { kind: 'rejected', code, userMessage }
  const { kind, transId, avs, cvv } = outcome
  if (kind === 'declined') return { kind, code, userMessage, transId, avs, cvv }
  return { kind, code, userMessage, transId: outcome.transId, brand: outcome.brand, last4: outcome.last4, avs, cvv }
}

type Sent = Pick<Attempt, 'id' | 'ref_id' | 'amount_cents' | 'gateway' | 'gateway_trans_id' | 'created_at' | 'order'>

/** Asks what became of an attempt that was sent. More than one charge of it is for a person to sort out. */
export async function lookUp(
  { ports, log }: { ports: Ports; log: Pick<FastifyBaseLogger, 'warn'> },
  domainId: number,
  attempt: Sent,
): Promise<Fate> {
  if (attempt.amount_cents === 0) return { kind: 'free' }
  if (attempt.gateway !== ports.gatewayName) return unsure('other_gateway')
  try {
    const found = await findSent(ports, domainId, attempt)
    if (found.length > 1) return unsure('several')
    return found[0] ? fateOfCharge(found[0], attempt) : unsure('not_found')
  } catch (error) {
    log.warn({ err: error, attempt: attempt.id }, 'the provider could not be asked what became of a payment')
    return unsure('unavailable')
  }
}

async function findSent(ports: Ports, domainId: number, attempt: Sent): Promise<GatewayTransaction[]> {
  if (attempt.gateway_trans_id) {
    const known = await ports.payments.get({ domainId, transId: attempt.gateway_trans_id })
    return known ? [known] : []
  }
  return ports.payments.find({
    domainId,
    invoiceNumber: attempt.ref_id,
    amountCents: attempt.amount_cents,
    since: new Date(new Date(attempt.created_at).getTime() - CLOCKS_DIFFER_MS),
    ...(attempt.order.customer_id && { customerId: attempt.order.customer_id }),
  })
}

function fateOfCharge(found: GatewayTransaction, attempt: Pick<Sent, 'ref_id' | 'amount_cents'>): Fate {
  if (found.invoiceNumber !== attempt.ref_id || found.amountCents !== attempt.amount_cents) return unsure('mismatch')
  return fateByStatus(found)
}

/** What a charge's status at the provider says of it. */
export function fateByStatus({ transId, code, brand, last4, avs, cvv, status }: GatewayTransaction): Fate {
  const kept = { transId, brand, last4, avs, cvv, code }
  if (status === 'settled' || status === 'unsettled')
    return { kind: 'approved', ...kept, userMessage: 'The payment was approved.' }
  if (status === 'held') return { kind: 'held', ...kept, userMessage: 'The payment is being reviewed.' }
  if (status === 'declined') return { kind: 'declined', ...kept, userMessage: 'The card was declined.' }
  if (status === 'voided') return { kind: 'declined', ...kept, userMessage: 'The payment was taken back: nothing was charged.' }
  return unsure('failed')
}
