/**
 * Gives money back in three steps: save the refund (first transaction), ask the provider (no open transaction), apply the result
 * (second transaction). If the process dies in between, the job that the first transaction queued finishes the refund.
 */

import { formatDollars, toCents, toDollars } from '@vialdesk/contract/base/primitives'
import type { Refund, RefundRequest } from '@vialdesk/contract/money/transaction-changes'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { enqueueLookUp, LEASE_SECONDS } from '#api/features/payments/look-ups.commands.ts'
import { type LockedSale, lockSale } from '#api/features/transactions/lock-sale.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { gatewayReference } from '#api/platform/ports/payments.ts'
import { applyRefundResult } from './apply-refund-result.commands.ts'
import { findRefundRow, getRefund, isFinalRefund, listRefundRows, lockRefund, type RefundRow } from './refunds.queries.ts'
import { lookUpRefund, type RefundContext, type SentRefund, sendRefund } from './send-refund.commands.ts'

interface Context extends RefundContext {
  log: FastifyBaseLogger
  transact: RunInTransaction
}

/** The same request again answers the present state of its refund. */
export async function giveBack(context: Context, actor: Actor, transactionId: number, request: RefundRequest): Promise<Refund> {
  const { transact, log } = context
  const started = await transact((db) => startRefund(db, actor, transactionId, request))
  if (started) {
    const result = await sendRefund(context, started)
    try {
      await transact((db) => applyRefundResult(db, request.id, result))
    } catch (error) {
      // The provider may have given the money back. The job applies the result later.
      log.error({ err: error, refund: request.id }, 'the result of a refund could not be saved yet')
    }
  }
  return transact((db) => getRefund(db, request.id))
}

/** Asks the provider for the result now. */
export async function recheckRefund(context: Context, id: string): Promise<Refund> {
  const { transact } = context
  const sent = await transact((db) => getSentRefund(db, id))
  if (sent.refund.status === 'sending' && sent.refund.leased) fail('in_progress')
  if (!isFinalRefund(sent.refund)) {
    const result = await lookUpRefund(context, sent)
    await transact((db) => applyRefundResult(db, id, result, { fromLookup: true }))
  }
  return transact((db) => getRefund(db, id))
}

/** A refund with its sale; not_found if the domain does not have it. */
export async function getSentRefund(db: Db, id: string): Promise<SentRefund> {
  const refund: RefundRow = (await findRefundRow(db, id)) ?? fail('not_found')
  return { refund, sale: await lockSale(db, refund.transaction_id) }
}

/** A saved refund that may be sent; undefined if the same request came before. */
async function startRefund(db: Db, actor: Actor, transactionId: number, request: RefundRequest): Promise<SentRefund | undefined> {
  const sale = await lockSale(db, transactionId)
  const cents = request.kind === 'void' ? sale.charged_cents : toCents(request.amount ?? toDollars(sale.charged_cents))
  const known = await findRefundRow(db, request.id)
  if (known) return isSameRequest(known, sale, request, cents) ? undefined : fail('conflict')
  const earlier = await listRefundRows(db, sale.id)
  validateRefund(sale, earlier, request, cents)
  const refund = await insertRefund(db, actor, sale, { ...request, cents, number: earlier.length + 1 })
  audit(db, {
    type: 'refund.requested',
    subject: sale.id,
    after: { refund_id: refund.id, kind: refund.kind, amount_cents: cents, note: request.note },
  })
  return { refund, sale }
}

const isSameRequest = (known: RefundRow, sale: LockedSale, { kind, note }: RefundRequest, cents: number) =>
  known.transaction_id === sale.id && known.kind === kind && known.amount_cents === cents && known.note === note

function validateRefund(sale: LockedSale, earlier: RefundRow[], { kind, amount }: RefundRequest, cents: number): void {
  const open = earlier.filter(({ status }) => status !== 'refused')
  if (sale.charged_cents === 0) {
    validateFreeVoid(sale, open, kind)
    return
  }
  if (sale.gateway_trans_id === null) {
    fail('conflict', { message: 'No card was charged for this sale, so no money can be given back.' })
  }
  const rest = sale.charged_cents - open.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  if (rest === 0) fail('conflict', { message: 'All money of this sale is given back already, or is being given back.' })
  if (kind === 'void' && rest < sale.charged_cents)
    fail('conflict', { message: 'A part of this sale is given back already. Refund the rest instead of a void.' })
  if (kind === 'refund' && amount === undefined) failField('amount', 'Enter an amount.')
  if (cents > rest) {
    const most = formatDollars(rest)
    failField('amount', `At most ${most} can be given back.`)
  }
}

/** A free order is cancelled, once. There is no money to give back. */
function validateFreeVoid(sale: LockedSale, open: RefundRow[], kind: RefundRequest['kind']): void {
  if (sale.voided || open.length > 0) fail('conflict', { message: 'This order is cancelled already.' })
  if (kind !== 'void') fail('conflict', { message: 'This order was free, so no money can be given back. Void it instead.' })
}

interface NewRefund extends RefundRequest {
  cents: number
  /** The number of the refund in its sale. */
  number: number
}

async function insertRefund(
  db: Db,
  actor: Actor,
  sale: LockedSale,
  { id, kind, note, cents, number }: NewRefund,
): Promise<RefundRow> {
  await db.insertRow('refunds', {
    id,
    transaction_id: sale.id,
    ref_id: `${gatewayReference(db.domainId, sale.invoice_id)}-R${number}`,
    kind,
    amount_cents: cents,
    note,
    user_id: actor.id,
    impersonator_id: actor.impersonatorId,
    lease_until: sql<string>`now() + make_interval(secs => ${LEASE_SECONDS})`,
  })
  await enqueueLookUp(db, 'refund', id, new Date(Date.now() + LEASE_SECONDS * 1000))
  return lockRefund(db, id)
}
