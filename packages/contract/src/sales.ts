/** The sales line: reps, their managers, their distributors. */
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Message, Moment, Option, Person, pageOf, paging } from './primitives.ts'

/** Who stands below in the sales line, with how much was brought. */
export const TeamMember = Person.extend({
  email: z.string(),
  date_joined: Moment,
  /** Of a manager: its reps. Of a rep: its harvest and referral harvest centers. */
  members: z.number().int(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** A rep in a distributor's list, with the manager in between. */
export const RepOfTeam = TeamMember.extend({ sales_manager: Person.nullable() })
export type RepOfTeam = z.infer<typeof RepOfTeam>

export const SalesRep = Person.extend({
  sales_manager_id: Id.nullable(),
  sales_distributor_id: Id.nullable(),
  /** Whom to turn to: for the rep itself and those above it. */
  sales_manager: Person.extend({ email: z.string(), phone_number: z.string() }).nullable().optional(),
})
export type SalesRep = z.infer<typeof SalesRep>

export const LEFT_TEAM = 'Removed from the team.'

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
  rep: call('GET /api/v1/users/sales-rep/{id}/', {
    summary: 'One sales rep, for those above, for itself, and for those who have that rep',
    answer: SalesRep,
  }),
  repExists: call('GET /api/v1/sales-rep/{id}/user-exists/', {
    summary: 'Whether an active sales rep has this id, and who stands above',
    answer: z.object({
      exists: z.boolean(),
      data: z.object({ sales_manager_id: Id.nullable(), sales_distributor_id: Id.nullable() }),
    }),
    limit: 'lookup',
  }),
  repsOfManager: call('GET /api/v1/sales-rep/sales-manager/list/{id}/', {
    summary: 'The reps of a manager, newest first',
    query: paging(10),
    answer: pageOf(TeamMember),
  }),
  managersOfDistributor: call('GET /api/v1/sales-distributors/{id}/sales-managers/', {
    summary: 'The managers of a distributor, newest first',
    query: paging(10),
    answer: pageOf(TeamMember),
  }),
  repsOfDistributor: call('GET /api/v1/sales-distributors/{id}/sales-rep/', {
    summary: 'The reps of the managers of a distributor, newest first',
    query: paging(10),
    answer: pageOf(RepOfTeam),
  }),
  removeRep: call('GET /api/v1/sales-rep/{id}/remove-team/', {
    summary: 'Take a rep out of the team of its manager',
    answer: Message,
    writes: true,
  }),
  removeManager: call('GET /api/v1/sales-distributors/{id}/remove-team/', {
    summary: 'Take a manager out of the team of its distributor; the id is the manager',
    answer: Message,
    writes: true,
  }),
}
