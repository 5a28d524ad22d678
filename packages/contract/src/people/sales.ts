/** The sales line: reps, their managers, and their distributors. */
import { z } from 'zod'
import { admin, adminAndDistributor, roles, visible } from '../base/access.ts'
import { call } from '../base/call.ts'
import { type FileColumn, inWords, joinedColumn, listFile, nameOf, personColumns } from '../base/list-file.ts'
import { Id, Message, OnlyTrue, Option, PersonName, pageOf, paging, Search, sortBy, Timestamp } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { Invited } from './invitations.ts'

/** A rep or manager in the caller's team. */
export const TeamMember = PersonName.extend({
  email: z.string(),
  date_joined: Timestamp,
  /** For a manager the number of reps, for a rep the number of harvest and referral harvest centers. */
  members: z.number().int(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** A rep in a distributor's list, with its manager. */
export const TeamRep = TeamMember.extend({ sales_manager: PersonName.nullable() })
export type TeamRep = z.infer<typeof TeamRep>

export const SalesRep = PersonName.extend({
  sales_manager_id: Id.nullable(),
  sales_distributor_id: Id.nullable(),
  /** Contact details of the manager, for the rep itself and for roles above it. */
  sales_manager: PersonName.extend({ email: z.string(), phone_number: z.string() }).nullable().optional(),
})
export type SalesRep = z.infer<typeof SalesRep>

export const SalesRole = z.enum(['sales_rep', 'sales_manager', 'sales_distributor'])
export type SalesRole = z.infer<typeof SalesRole>

export const SalesFilter = paging(10).extend({
  search: Search,
  role: SalesRole.optional(),
  /** Reps of this manager. */
  sales_manager_id: Id.optional(),
  /** Managers of this distributor, and the reps of these managers. */
  sales_distributor_id: Id.optional(),
  never_signed_in: OnlyTrue,
  sort: sortBy('name', 'email', 'joined', 'role'),
})
export type SalesFilter = z.infer<typeof SalesFilter>

/** A sales rep, manager or distributor in an admin's list. */
export const SalesPerson = PersonName.extend({
  email: z.string(),
  phone_number: z.string(),
  date_joined: Timestamp,
  invited: Invited.nullable(),
  role: SalesRole,
  sales_manager: PersonName.nullable(),
  sales_distributor: PersonName.nullable(),
  /** Active managers and reps below the person. */
  managers: z.number().int(),
  reps: z.number().int(),
  /** Active centers and patients of the person's sales line. */
  centers: z.number().int(),
  patients: z.number().int(),
})
export type SalesPerson = z.infer<typeof SalesPerson>

export const REMOVED_FROM_TEAM = 'Removed from the team.'

export const TeamFilter = paging(10).extend({ sort: sortBy('name', 'email', 'joined', 'members') })
export type TeamFilter = z.infer<typeof TeamFilter>

const memberColumns = (members: string): FileColumn<TeamMember>[] => [
  ...personColumns,
  joinedColumn,
  [members, (row) => row.members],
]

export const sales = {
  reps: call('GET /api/v1/users/sales-rep/list/', roles({ ...admin, sales_manager: 'team', sales_distributor: 'team' }), {
    machine: true,
    summary: 'The sales reps to choose from',
    answer: z.array(Option),
  }),
  people: call('GET /api/v1/sales-people/', admin, {
    summary: 'Sales reps, managers and distributors with the numbers of their teams, centers and patients, newest first',
    query: SalesFilter,
    answer: pageOf(SalesPerson),
    views: ['sales'],
    exports: listFile(SalesPerson, 'sales-people', [
      ...personColumns,
      ['Phone', ({ phone_number }) => phone_number],
      ['Role', ({ role }) => inWords(role)],
      joinedColumn,
      ['Sales manager', ({ sales_manager }) => nameOf(sales_manager)],
      ['Distributor', ({ sales_distributor }) => nameOf(sales_distributor)],
      ['Managers', ({ managers }) => managers],
      ['Reps', ({ reps }) => reps],
      ['Centers', (row) => row.centers],
      ['Patients', (row) => row.patients],
    ]),
  }),
  managers: call('GET /api/v1/users/sales-manager/list/', roles({ ...admin, sales_distributor: 'team' }), {
    machine: true,
    summary: 'The sales managers to choose from',
    answer: z.array(Option),
  }),
  distributors: call('GET /api/v1/users/sales-distributor/list/', admin, {
    machine: true,
    summary: 'The distributors to choose from',
    answer: z.array(Option),
  }),
  rep: call('GET /api/v1/users/sales-rep/{id}/', visible, {
    machine: true,
    summary: 'One sales rep, for itself, its sales line above, and the users assigned to it',
    answer: SalesRep,
  }),
  repExists: call('GET /api/v1/sales-rep/{id}/user-exists/', 'public', {
    summary: 'Whether an active sales rep has this id, with the ids of its manager and distributor',
    answer: z.object({
      exists: z.boolean(),
      data: z.object({ sales_manager_id: Id.nullable(), sales_distributor_id: Id.nullable() }),
    }),
    rateLimit: 'lookup',
  }),
  repsOfManager: call(
    'GET /api/v1/sales-rep/sales-manager/list/{id}/',
    roles({ ...admin, sales_manager: 'own', sales_distributor: 'team' }),
    {
      summary: 'The reps of a manager, newest first',
      query: TeamFilter,
      answer: pageOf(TeamMember),
      exports: listFile(TeamMember, 'sales-reps', memberColumns('Centers')),
    },
  ),
  managersOfDistributor: call('GET /api/v1/sales-distributors/{id}/sales-managers/', adminAndDistributor, {
    summary: 'The managers of a distributor, newest first',
    query: TeamFilter,
    answer: pageOf(TeamMember),
    exports: listFile(TeamMember, 'sales-managers', memberColumns('Reps')),
  }),
  repsOfDistributor: call('GET /api/v1/sales-distributors/{id}/sales-rep/', adminAndDistributor, {
    summary: 'The reps of the managers of a distributor, newest first',
    query: TeamFilter,
    answer: pageOf(TeamRep),
    exports: listFile(TeamRep, 'sales-reps', [
      ...memberColumns('Centers'),
      ['Sales manager', ({ sales_manager }) => nameOf(sales_manager)],
    ]),
  }),
  removeRep: call('GET /api/v1/sales-rep/{id}/remove-team/', roles({ ...admin, sales_manager: 'team' }), {
    proof: proof.admins,
    summary: 'Remove a rep from the team of its manager',
    answer: Message,
    writes: true,
  }),
  removeManager: call('GET /api/v1/sales-distributors/{id}/remove-team/', roles({ ...admin, sales_distributor: 'team' }), {
    proof: proof.admins,
    summary: "Remove a manager from the team of its distributor; the id is the manager's",
    answer: Message,
    writes: true,
  }),
}
