import { randomBytes } from 'node:crypto'
import { ownValue } from '@vialdesk/contract/base/own-value'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { ChargeOrder, ChargeOutcome } from '#api/platform/ports/payments.ts'
import { storablePart } from '#api/platform/ports/raw-answer.ts'
import { isAmount, isExpired, isReference } from '../order-rules.ts'
import { type CheckedCard, checkCard } from './card-check.ts'
import { findCard } from './cards.ts'
import { type Reason, reasonOf, rejected } from './reasons.ts'
import { findTransaction, findTransactions, insertTransaction, type SimulatedTransaction } from './simulated-transactions.ts'
import { duplicateOf, type Simulator, unknown } from './simulator.ts'
import { avsByZip, declineZip, triggerByZip } from './triggers.ts'

/** The card that is charged, with its billing zip. A saved card has a customer. */
interface ChargedCard extends CheckedCard {
  zip: string
  customerId: string | null
}

/** Key space of the simulator's advisory locks. */
const LOCK_SPACE = 4101

/** The simulated bank's decision. */
interface Verdict {
  status: 'captured' | 'held' | 'declined'
  reason: '1' | '2' | '27' | '44' | '252'
}

/** The gateway refuses the card before it asks a bank, so no transaction is stored. */
const refusedCard = (reason: Reason): ChargeOutcome => ({
  kind: 'declined',
  ...reasonOf(reason),
  raw: { responseCode: '3', reasonCode: reason },
})

/** The card of the order, or the outcome of an order without a valid card. */
const chargedCardOf = async (sim: Simulator, { domainId, source }: ChargeOrder): Promise<ChargedCard | ChargeOutcome> => {
  if (source.kind === 'nonce') return rejected('E00114')
  if (source.kind === 'card') {
    const card = checkCard(source.card, sim.now())
    return 'reason' in card ? refusedCard(card.reason) : { ...card, zip: source.billTo.zip.trim(), customerId: null }
  }
  const saved = await inDomain(sim.pool, domainId, (db) => findCard(db, source.customerId, source.cardId))
  if (!saved) return rejected('E00040')
  if (isExpired(saved.expiry, sim.now())) return refusedCard('8')
  return { brand: saved.brand, last4: saved.last4, expiry: saved.expiry, zip: saved.zip, customerId: source.customerId }
}

const avsOf = (zip: string) => (zip === '' ? 'B' : (ownValue(avsByZip, zip) ?? 'Y'))

const judge = ({ zip, cvv }: ChargedCard): Verdict => {
  if (zip === declineZip) return { status: 'declined', reason: '2' }
  if (avsOf(zip) === 'N') return { status: 'declined', reason: '27' }
  if (cvv === 'N') return { status: 'declined', reason: '44' }
  return ownValue(triggerByZip, zip) === 'held' ? { status: 'held', reason: '252' } : { status: 'captured', reason: '1' }
}

/** The transaction of the same refId, else the first charge of the same invoice, amount and card within the window. */
const findEarlier = async (sim: Simulator, db: Db, order: ChargeOrder, card: ChargedCard) => {
  const since = new Date(sim.now().getTime() - sim.duplicateWindowMs).toISOString()
  const found = await findTransactions(
    db,
    `(t.ref_id = $2 or (t.kind = 'charge' and t.invoice_number = $3 and t.amount_cents = $4
       and t.brand = $5 and t.last4 = $6 and t.expiry = $7 and t.submitted_at > $8::timestamptz))
     order by (t.ref_id = $2) desc, t.id limit 1`,
    [order.refId, order.invoiceNumber, order.amountCents, card.brand, card.last4, card.expiry, since],
  )
  return found[0]
}

/** Serialises the charges of one invoice until the transaction ends, so that each one sees the earlier ones. */
const lockInvoice = (db: Db, { domainId, invoiceNumber }: Pick<ChargeOrder, 'domainId' | 'invoiceNumber'>) =>
  db.rows('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_SPACE, `${domainId}:${invoiceNumber}`])

/** Stores the charge unless it exists. Of several concurrent calls, exactly one stores it. Undefined if the invoice is closed. */
const chargeOnce = async (sim: Simulator, db: Db, order: ChargeOrder, card: ChargedCard) => {
  await lockInvoice(db, order)
  const earlier = await findEarlier(sim, db, order, card)
  if (earlier) return { isNew: false, transaction: earlier }
  if (await isClosed(db, order.invoiceNumber)) return undefined
  const { status, reason } = judge(card)
  const id = await insertTransaction(db, {
    kind: 'charge',
    ref_id: order.refId,
    charge_id: null,
    invoice_number: order.invoiceNumber,
    amount_cents: order.amountCents,
    status,
    reason,
    auth_code: status === 'captured' ? randomBytes(3).toString('hex').toUpperCase() : null,
    avs: avsOf(card.zip),
    cvv: card.cvv ?? null,
    brand: card.brand,
    last4: card.last4,
    expiry: card.expiry,
    customer_id: card.customerId,
    submitted_at: sim.now(),
  })
  // The insert does nothing if another invoice has just stored the same refId. The lock does not stop another invoice.
  const transaction =
    id === undefined ? (await findTransactions(db, 't.ref_id = $2', [order.refId]))[0] : await findTransaction(db, id)
  if (!transaction) throw new Error('The stored charge cannot be read')
  return { isNew: id !== undefined, transaction }
}

const isClosed = async (db: Db, invoiceNumber: string): Promise<boolean> => {
  const text = 'select from gateway_sim.sim_closed_invoices where domain_id = $1 and invoice_number = $2'
  return (await db.rows(text, [db.domainId, invoiceNumber])).length > 0
}

/** See the port. */
export const closeUncharged = (sim: Simulator, order: Pick<ChargeOrder, 'domainId' | 'invoiceNumber'>): Promise<boolean> =>
  inDomain(sim.pool, order.domainId, async (db) => {
    await lockInvoice(db, order)
    const [charged] = await findTransactions(db, `t.kind = 'charge' and t.invoice_number = $2 limit 1`, [order.invoiceNumber])
    if (charged) return false
    const text = 'insert into gateway_sim.sim_closed_invoices values ($1, $2) on conflict do nothing'
    await db.rows(text, [db.domainId, order.invoiceNumber])
    return true
  })

const responseCodes = { captured: '1', declined: '2', held: '4', voided: '1' } as const

const outcomeOf = (t: SimulatedTransaction): ChargeOutcome => {
  const raw = storablePart({
    responseCode: responseCodes[t.status],
    reasonCode: t.reason,
    authCode: t.auth_code,
    avsResultCode: t.avs,
    cvvResultCode: t.cvv,
    transId: t.id,
    accountNumber: `XXXX${t.last4}`,
    accountType: t.brand,
  })
  const common = {
    transId: t.id,
    ...reasonOf(t.reason as Reason),
    ...(t.avs && { avs: t.avs }),
    ...(t.cvv && { cvv: t.cvv }),
    raw,
  }
  if (t.status === 'declined') return { kind: 'declined', ...common }
  if (t.status === 'held') return { kind: 'held', ...common, brand: t.brand, last4: t.last4 }
  return { kind: 'approved', ...common, brand: t.brand, last4: t.last4, ...(t.auth_code && { authCode: t.auth_code }) }
}

/** Charges at most once, despite repetitions, races and crashes. A repeated order is a `duplicate`. Never throws. */
export const charge = async (sim: Simulator, order: ChargeOrder): Promise<ChargeOutcome> => {
  try {
    if (!isAmount(order.amountCents)) return rejected('5')
    if (!isReference(order.refId) || !isReference(order.invoiceNumber)) return rejected('E00015')
    const card = await chargedCardOf(sim, order)
    if ('kind' in card) return card
    const trigger = ownValue(triggerByZip, card.zip)
    await sim.pauseAt('before_charge')
    if (trigger === 'timeout_before_charge') return unknown('timeout')
    if (trigger === 'html_502') return unknown('html')
    const charged = await inDomain(sim.pool, order.domainId, (db) => chargeOnce(sim, db, order, card))
    if (!charged) return rejected('closed')
    const { isNew, transaction } = charged
    await sim.pauseAt('after_charge')
    if (!isNew) return duplicateOf(transaction.id)
    return trigger === 'timeout_after_charge' ? unknown('timeout') : outcomeOf(transaction)
  } catch (cause) {
    return unknown('network', cause)
  }
}
