/** The life of a charge: approved, found, repeated, declined, voided. */

import { eventually } from '#api/cli/providers/check.ts'
import { StepFailed, StepOpen, type Steps, type Undone } from '#api/cli/providers/steps.ts'
import { DECLINED_ZIP, newReference, testCards } from '#api/cli/providers/test-data.ts'
import type { CardDetails } from '#api/platform/ports/card-secret.ts'
import type { CardSource, ChargeOrder, ChargeOutcome, PaymentGateway } from '#api/platform/ports/payments.ts'

export type NewCardSource = Exclude<CardSource, { kind: 'saved' }>

/** The account under check, and how a test card is sent to it. */
export interface PaymentCheck {
  steps: Steps
  gateway: PaymentGateway
  domainId: number
  /** Charges of this run are looked for since then. */
  since: Date
  sourceOf(card: CardDetails, zip?: string): Promise<NewCardSource>
}

export interface Charged {
  order: ChargeOrder
  transId: string
  last4: string
  undone: Undone
}

const AMOUNT = 125

export const failOutcome = ({ kind, code }: ChargeOutcome): never => {
  throw new StepFailed(`${kind} ${code}`)
}

export async function voidCharge({ gateway, domainId }: PaymentCheck, transId: string): Promise<string> {
  const outcome = await gateway.void({ domainId, transId, refId: newReference() })
  return outcome.kind === 'approved' ? `transaction ${transId}` : failOutcome(outcome)
}

/** A charge without an answer is looked up, and voided if it was made. */
async function voidRest(check: PaymentCheck, order: ChargeOrder, known: string | undefined): Promise<string> {
  if (known !== undefined) return voidCharge(check, known)
  const { gateway, domainId, since } = check
  const [found] = await gateway.find({ domainId, since, invoiceNumber: order.invoiceNumber, amountCents: order.amountCents })
  if (!found) throw new StepOpen(`${order.invoiceNumber} was not found: look for it at the gateway`)
  return voidCharge(check, found.transId)
}

export const newOrder = ({ domainId }: PaymentCheck, source: CardSource): ChargeOrder => ({
  ...{ domainId, refId: newReference(), invoiceNumber: newReference(), amountCents: AMOUNT, source },
})

/** Charges, and voids at the end what no step has voided. */
export function chargeOnce(check: PaymentCheck, step: string, orderOf: () => Promise<ChargeOrder>): Promise<Charged | undefined> {
  return check.steps.run(step, async () => {
    const order = await orderOf()
    let known: string | undefined
    const undone = check.steps.cleanUp('void the charge', () => voidRest(check, order, known))
    const outcome = await check.gateway.charge(order)
    if (outcome.kind === 'approved' || outcome.kind === 'held') known = outcome.transId
    if (outcome.kind !== 'approved') {
      if (outcome.kind === 'declined' || outcome.kind === 'rejected') undone()
      return failOutcome(outcome)
    }
    return { value: { order, transId: outcome.transId, last4: outcome.last4, undone }, detail: `transaction ${outcome.transId}` }
  })
}

export async function voidStep(check: PaymentCheck, step: string, { transId, undone }: Charged): Promise<void> {
  await check.steps.run(step, async () => {
    const detail = await voidCharge(check, transId)
    undone()
    return { value: true, detail }
  })
}

async function lookUpCharge({ steps, gateway, domainId, since }: PaymentCheck, { order, transId }: Charged): Promise<void> {
  await steps.run('read the charge', async () => {
    const found = await eventually(() => gateway.get({ domainId, transId }))
    if (found?.status !== 'unsettled' || found.amountCents !== order.amountCents)
      throw new StepFailed(found?.status ?? 'not found')
    return { value: found, detail: found.status }
  })
  await steps.run('find it by invoice', async () => {
    const { invoiceNumber, amountCents } = order
    const found = await eventually(async () =>
      (await gateway.find({ domainId, invoiceNumber, amountCents, since })).find((each) => each.transId === transId),
    )
    if (!found) throw new StepFailed('not found')
    return { value: found, detail: invoiceNumber }
  })
}

async function repeatCharge({ steps, gateway, sourceOf }: PaymentCheck, { order, transId }: Charged): Promise<void> {
  await steps.run('the same order again', async () => {
    // A token is for one use, so the same card has a new one.
    const outcome = await gateway.charge({ ...order, source: await sourceOf(testCards.visa) })
    if (outcome.kind !== 'duplicate') return failOutcome(outcome)
    if (outcome.transId !== transId) throw new StepFailed(`another transaction: ${outcome.transId}`)
    return { value: true, detail: 'duplicate, with the first transaction' }
  })
}

async function declineCharge(check: PaymentCheck): Promise<void> {
  await check.steps.run('a declined card', async () => {
    const order = newOrder(check, await check.sourceOf(testCards.visa, DECLINED_ZIP))
    const outcome = await check.gateway.charge(order)
    if (outcome.kind === 'approved') check.steps.cleanUp('void the charge', () => voidCharge(check, outcome.transId))
    return outcome.kind === 'declined' ? { value: true, detail: `declined ${outcome.code}` } : failOutcome(outcome)
  })
}

async function refundUnsettled({ steps, gateway, domainId }: PaymentCheck, { order, transId, last4 }: Charged): Promise<void> {
  await steps.run('refund before settlement', async () => {
    const outcome = await gateway.refund({ domainId, transId, refId: newReference(), last4, amountCents: order.amountCents })
    return outcome.kind === 'rejected' && outcome.code === '54' ? { value: true, detail: 'refused 54' } : failOutcome(outcome)
  })
}

export async function checkCharges(check: PaymentCheck): Promise<Charged | undefined> {
  const charged = await chargeOnce(check, 'charge', async () => newOrder(check, await check.sourceOf(testCards.visa)))
  if (charged) {
    await lookUpCharge(check, charged)
    await repeatCharge(check, charged)
    await refundUnsettled(check, charged)
    await voidStep(check, 'void', charged)
  }
  await declineCharge(check)
  const amex = await chargeOnce(check, 'charge American Express', async () =>
    newOrder(check, await check.sourceOf(testCards.amex)),
  )
  if (amex) await voidStep(check, 'void American Express', amex)
  return charged
}
