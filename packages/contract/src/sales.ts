/** The sales line: reps, their managers, their distributors. */
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Option } from './primitives.ts'

export const sales = {
  reps: call('GET /api/v1/users/sales-rep/list/', { summary: 'The sales reps to choose from', answer: z.array(Option) }),
  managers: call('GET /api/v1/users/sales-manager/list/', {
    summary: 'The sales managers to choose from',
    answer: z.array(Option),
  }),
  distributors: call('GET /api/v1/users/sales-distributor/list/', {
    summary: 'The distributors to choose from',
    answer: z.array(Option),
  }),
  repExists: call('GET /api/v1/sales-rep/{id}/user-exists/', {
    summary: 'Whether an active sales rep has this id, and who stands above',
    answer: z.object({
      exists: z.boolean(),
      data: z.object({ sales_manager_id: Id.nullable(), sales_distributor_id: Id.nullable() }),
    }),
    limit: 'lookup',
  }),
}
