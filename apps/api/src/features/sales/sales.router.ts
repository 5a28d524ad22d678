import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/serve.ts'
import { findRepsLine, findSalesOptions } from './sales.queries.ts'

const { sales } = contract

export const salesRouter = {
  reps: serve(sales.reps, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_rep')),
  managers: serve(sales.managers, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_manager')),
  distributors: serve(sales.distributors, async ({ db, actor }) => findSalesOptions(db, actor, 'sales_distributor')),
  repExists: serve(sales.repExists, async ({ db, params }) => findRepsLine(db, params.id)),
}
