import { contract } from '@vialdesk/contract'
import { membershipOf } from '@vialdesk/contract/roles'
import { demandVisible, findCentersOfStaff, seesPersons } from '#api/features/accounts/visible.queries.ts'
import { noteSeen } from '#api/features/patients/patients.policy.ts'
import { fail } from '#api/platform/fail.ts'
import { serve } from '#api/platform/serve.ts'
import { findSale, fullTransaction } from './rows.queries.ts'
import { salePolicy } from './transactions.policy.ts'
import { isUserOf, listPartyTransactions, listTransactions } from './transactions.queries.ts'

const { transactions } = contract

/** Which filters were used, not what was typed into them. */
const namesOf = (filter: object) => Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

export const transactionsRouter = {
  list: serve(transactions.list, async ({ db, query, watch }) => {
    const page = await listTransactions(db, query)
    watch({ type: 'patients.listed', after: { list: 'transactions', count: page.results.length, filters: namesOf(query) } })
    return page
  }),

  get: serve(transactions.get, async ({ db, params, actor, watch }) => {
    const sale = await findSale(db, params.id)
    const viewer = { ...actor, centers: actor.role === 'hc_staff' ? await findCentersOfStaff(db, actor.id) : [] }
    if (!sale || !salePolicy.can(viewer, 'see', sale)) return fail('not_found')
    const persons = salePolicy.can(viewer, 'seePersons', sale)
    if (persons && sale.patient_id !== null) noteSeen(watch, actor, sale.patient_id)
    return fullTransaction(sale, { persons, payment: salePolicy.can(viewer, 'seePayment', sale) })
  }),

  ofRep: serve(transactions.ofRep, async ({ db, params, query, actor, watch }) => {
    if (actor.role !== 'admin' && params.id !== actor.id) return fail('not_found')
    if (!(await isUserOf(db, params.id, membershipOf.sales_rep))) return fail('not_found')
    const persons = seesPersons(actor.role)
    const page = await listPartyTransactions(db, { ...query, sales_rep_id: params.id }, persons)
    if (persons)
      watch({ type: 'patients.listed', after: { list: 'transactions', count: page.results.length, filters: namesOf(query) } })
    return page
  }),

  ofCenter: serve(transactions.ofCenter, async ({ db, params, query, actor, watch }) => {
    // An admin reads the sales of a center that was removed, too.
    if (actor.role !== 'admin') await demandVisible(db, actor, params.id, 'harvest_center')
    else if (!(await isUserOf(db, params.id, membershipOf.harvest_center))) return fail('not_found')
    const page = await listPartyTransactions(db, { ...query, harvest_center_id: params.id }, true)
    watch({ type: 'patients.listed', after: { list: 'transactions', count: page.results.length, filters: namesOf(query) } })
    return page
  }),
}
