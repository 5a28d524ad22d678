import { contract } from '@vialdesk/contract'
import { LEFT_TEAM } from '@vialdesk/contract/sales'
import { serve } from '#api/platform/serve.ts'
import { removeManager, removeRep } from './sales.commands.ts'
import { findRepsLine, findSalesOptions, getRep } from './sales.queries.ts'
import { findManagersOfDistributor, findRepsOfDistributor, findRepsOfManager } from './team.queries.ts'

const { sales } = contract

export const salesRouter = {
  reps: serve(sales.reps, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_rep')),
  managers: serve(sales.managers, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_manager')),
  distributors: serve(sales.distributors, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_distributor')),
  repExists: serve(sales.repExists, async ({ db, params }) => findRepsLine(db, params.id)),
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
  removeRep: serve(sales.removeRep, async ({ db, actor, params, doer }) => {
    await removeRep(db, doer, actor, params.id)
    return { message: LEFT_TEAM }
  }),
  removeManager: serve(sales.removeManager, async ({ db, actor, params, doer }) => {
    await removeManager(db, doer, actor, params.id)
    return { message: LEFT_TEAM }
  }),
}
