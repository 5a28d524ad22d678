import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/roles'
import { TRANSACTION_UPDATED } from '@vialdesk/contract/transactions'
import { fail } from '#api/platform/http/errors/fail.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { editTransaction } from './changes/edit-transaction.commands.ts'
import { giveBack, recheckRefund } from './refunds/give-back.commands.ts'
import { getSale, getSaleParties, getSaleRow } from './transaction-rows.queries.ts'
import { relationTo, repPolicy } from './transactions.policy.ts'
import { hasMembership, listPartyTransactions, listTransactions } from './transactions.queries.ts'

const { transactions } = contract

export const transactionsRouter = {
  list: serve(transactions.list, ({ db, query }) => listTransactions(db, query)),

  get: serve(transactions.get, async ({ db, params, actor }) => {
    const parties = await getSaleParties(db, actor, params.id)
    return getSale(db, params.id, relationTo(parties, actor))
  }),

  ofRep: serve(transactions.ofRep, async ({ db, params, query, actor }) => {
    repPolicy.assertSees(actor, 'sales', params)
    if (!(await hasMembership(db, params.id, membershipIds.sales_rep))) return fail('not_found')
    const relation = actor.role === 'admin' ? 'admin' : 'sales_line'
    return listPartyTransactions(db, { ...query, sales_rep_id: params.id }, relation)
  }),

  change: serve(transactions.change, async ({ db, params, body, actor, auditActor }) => {
    const version = await editTransaction(db, { ...auditActor, actor }, params.id, body)
    return { ...(await getSaleRow(db, params.id)), message: TRANSACTION_UPDATED, version }
  }),

  refund: serveWithProviders(transactions.refund, ({ actor, auditActor, params, body, request, ...context }) =>
    giveBack({ ...context, log: request.log }, { ...auditActor, actor }, params.id, body),
  ),

  recheckRefund: serveWithProviders(transactions.recheckRefund, ({ auditActor, params, request, ...context }) =>
    recheckRefund({ ...context, log: request.log }, auditActor, params.id),
  ),
}
