import { contract } from '@vialdesk/contract'
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import { TRANSACTION_UPDATED } from '@vialdesk/contract/money/transaction-changes'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { editTransaction } from './changes/edit-transaction.commands.ts'
import { exportSales } from './export/export-sales.commands.ts'
import { giveBack, recheckRefund } from './refunds/give-back.commands.ts'
import type { SaleFilter } from './sale-filters.queries.ts'
import { findTotals } from './transaction-pages.queries.ts'
import { findRelation, getSale, getSaleRow } from './transaction-rows.queries.ts'
import { ownListPolicy } from './transactions.policy.ts'
import { hasMembership, listOwnSales, listTransactions, ownFilter } from './transactions.queries.ts'

const { transactions } = contract

interface OwnList {
  db: Db
  actor: Actor
  /** The user whose sales are listed. */
  params: { id: number }
  query: SaleFilter
}

/** The sales of one user, for that user and for admins. */
async function listOf(role: Role, { db, actor, params, query }: OwnList) {
  ownListPolicy.assertSees(actor, 'sales', params)
  if (!(await hasMembership(db, params.id, membershipIds[role]))) return fail('not_found')
  return listOwnSales(db, query, { id: params.id, role }, actor)
}

export const transactionsRouter = {
  list: serve(transactions.list, ({ db, query }) => listTransactions(db, query)),

  get: serve(transactions.get, async ({ db, params, actor }) => {
    const relation = (await findRelation(db, actor, params.id)) ?? fail('not_found')
    return getSale(db, params.id, relation)
  }),

  ofRep: serve(transactions.ofRep, (context) => listOf('sales_rep', context)),
  ofManager: serve(transactions.ofManager, (context) => listOf('sales_manager', context)),
  ofDistributor: serve(transactions.ofDistributor, (context) => listOf('sales_distributor', context)),
  ofReferralCenter: serve(transactions.ofReferralCenter, (context) => listOf('referral_harvest_center', context)),
  ofPatient: serve(transactions.ofPatient, (context) => listOf('patient', context)),

  totals: serve(transactions.totals, ({ db, actor, query }) => findTotals(db, ownFilter(query, actor).filter)),

  change: serve(transactions.change, async ({ db, params, body, actor }) => {
    const version = await editTransaction(db, actor, params.id, body)
    return { ...(await getSaleRow(db, params.id)), message: TRANSACTION_UPDATED, version }
  }),

  refund: serveWithProviders(transactions.refund, ({ actor, params, body, request, ...context }) =>
    giveBack({ ...context, log: request.log }, actor, params.id, body),
  ),

  recheckRefund: serveWithProviders(transactions.recheckRefund, ({ params, request, ...context }) =>
    recheckRefund({ ...context, log: request.log }, params.id),
  ),

  exportCsv: serveWithProviders(transactions.exportCsv, (context) => exportSales(context, context.query, 'csv')),
  exportXlsx: serveWithProviders(transactions.exportXlsx, (context) => exportSales(context, context.query, 'xlsx')),
}
