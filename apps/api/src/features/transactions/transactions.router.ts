import { contract } from '@vialdesk/contract'
import { membershipOf } from '@vialdesk/contract/roles'
import { demandVisible, findCentersOfStaff } from '#api/features/accounts/visible.queries.ts'
import { fail } from '#api/platform/fail.ts'
import { serve } from '#api/platform/serve.ts'
import { findSaleParties, getSale } from './rows.queries.ts'
import { relationTo, salePolicy } from './transactions.policy.ts'
import { isUserOf, listPartyTransactions, listTransactions } from './transactions.queries.ts'

const { transactions } = contract

export const transactionsRouter = {
  list: serve(transactions.list, ({ db, query }) => listTransactions(db, query)),

  get: serve(transactions.get, async ({ db, params, actor }) => {
    const sale = await findSaleParties(db, params.id)
    const viewer = { ...actor, centers: actor.role === 'hc_staff' ? await findCentersOfStaff(db, actor.id) : [] }
    if (!sale || !salePolicy.can(viewer, 'see', sale)) return fail('not_found')
    return getSale(db, params.id, relationTo(sale, viewer))
  }),

  ofRep: serve(transactions.ofRep, async ({ db, params, query, actor }) => {
    if (actor.role !== 'admin' && params.id !== actor.id) return fail('not_found')
    if (!(await isUserOf(db, params.id, membershipOf.sales_rep))) return fail('not_found')
    const relation = actor.role === 'admin' ? 'admin' : 'sales_line'
    return listPartyTransactions(db, { ...query, sales_rep_id: params.id }, relation)
  }),

  ofCenter: serve(transactions.ofCenter, async ({ db, params, query, actor }) => {
    // An admin reads the sales of a center that was removed, too.
    if (actor.role !== 'admin') await demandVisible(db, actor, params.id, 'harvest_center')
    else if (!(await isUserOf(db, params.id, membershipOf.harvest_center))) return fail('not_found')
    return listPartyTransactions(db, { ...query, harvest_center_id: params.id }, 'buyer')
  }),
}
