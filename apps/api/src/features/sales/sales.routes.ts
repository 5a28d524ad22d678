import { contract } from '@vialdesk/contract'
import { REMOVED_FROM_TEAM } from '@vialdesk/contract/people/sales'
import { serve } from '#api/platform/http/serve.ts'
import { removeManager, removeRep } from './leave-team.commands.ts'
import { findRepLine, findSalesOptions, getRep } from './sales.queries.ts'
import { findSalesPeople } from './sales-people.queries.ts'
import { findManagersOfDistributor, findRepsOfDistributor, findRepsOfManager } from './team.queries.ts'

const { sales } = contract

export const salesRouter = {
  reps: serve(sales.reps, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_rep')),
  people: serve(sales.people, ({ db, query }) => findSalesPeople(db, query)),
  managers: serve(sales.managers, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_manager')),
  distributors: serve(sales.distributors, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_distributor')),
  repExists: serve(sales.repExists, async ({ db, params }) => findRepLine(db, params.id)),
  rep: serve(sales.rep, async ({ db, actor, params }) => getRep(db, actor, params.id)),
  repsOfManager: serve(sales.repsOfManager, async ({ db, actor, params, query }) =>
    findRepsOfManager(db, actor, params.id, query),
  ),
  managersOfDistributor: serve(sales.managersOfDistributor, async ({ db, actor, params, query }) =>
    findManagersOfDistributor(db, actor, params.id, query),
  ),
  repsOfDistributor: serve(sales.repsOfDistributor, async ({ db, actor, params, query }) =>
    findRepsOfDistributor(db, actor, params.id, query),
  ),
  removeRep: serve(sales.removeRep, async ({ db, actor, params }) => {
    await removeRep(db, actor, params.id)
    return { message: REMOVED_FROM_TEAM }
  }),
  removeManager: serve(sales.removeManager, async ({ db, actor, params }) => {
    await removeManager(db, actor, params.id)
    return { message: REMOVED_FROM_TEAM }
  }),
}
