/**
 * Gives money back in three steps: save the refund (first transaction), ask the provider (no open transaction), apply the result
 * (second transaction). If the process dies in between, the job that the first transaction queued finishes the refund.
 */
import type { Refund, RefundRequest } from '@vialdesk/contract/transaction-changes'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { lockSale } from '#api/features/transactions/lock-sale.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { applyRefundResult } from './apply-refund-result.commands.ts'
import { findRefundRow, getRefund, isFinalRefund, type RefundRow } from './refunds.queries.ts'
import { lookUpRefund, type RefundContext, type SentRefund, sendRefund } from './send-refund.commands.ts'
import { startRefund } from './start-refund.commands.ts'

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
