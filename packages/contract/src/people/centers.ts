/** Harvest centers, referral harvest centers, labs and staff, and the links between them. */
import { z } from 'zod'
import { admin, adminAndHarvestCenter, adminAndOwnLab, adminAndSalesTeam, roles, salesTeam } from '../base/access.ts'
import { call } from '../base/call.ts'
import {
  companiesOf,
  companyOf,
  type FileColumn,
  inWords,
  joinedColumn,
  listFile,
  nameOf,
  personColumns,
} from '../base/list-file.ts'
import {
  CenterName,
  Id,
  IdList,
  Message,
  OnlyTrue,
  PersonName,
  pageOf,
  paging,
  Search,
  Success,
  sortBy,
  Timestamp,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { Invited } from './invitations.ts'

/** A row of an admin's list of centers or labs. */
const PlaceRow = CenterName.extend({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  city: z.string(),
  state_desc: z.string(),
  date_joined: Timestamp,
  invited: Invited.nullable(),
  patients: z.number().int(),
})

export const CenterRow = PlaceRow.extend({
  saless_rep_id: Id.nullable(),
  sales_rep: PersonName.nullable(),
  /** The lab of a harvest center. */
  lab: CenterName.nullable(),
  /** The harvest centers that a referral center refers to, by name. */
  harvest_centers: z.array(CenterName),
})
export type CenterRow = z.infer<typeof CenterRow>

/** A lab in an admin's list, with the patients of all its centers. */
export const LabRow = PlaceRow.extend({ centers: z.number().int() })
export type LabRow = z.infer<typeof LabRow>

/** A center as its sales line and its lab see it. An observer gets neither contact data nor the number of patients. */
export const CenterSummary = CenterName.extend({
  city: z.string(),
  state_desc: z.string(),
  date_joined: Timestamp,
  email: z.string().optional(),
  phone_number: z.string().optional(),
  patients: z.number().int().optional(),
})
export type CenterSummary = z.infer<typeof CenterSummary>

export const CenterKind = z.enum(['harvest_center', 'referral_harvest_center'])
export type CenterKind = z.infer<typeof CenterKind>

export const Lab = CenterName.extend({ email: z.string(), phone_number: z.string(), centers: z.number().int() })

export const StaffRow = PersonName.extend({
  email: z.string(),
  harvest_centers: z.array(CenterName),
  /** Comma-separated, by the specification. */
  staff_hc_ids: z.string(),
  invited: Invited.nullable(),
})
export type StaffRow = z.infer<typeof StaffRow>

export const CenterStaffMember = PersonName.extend({
  email: z.string(),
  date_joined: Timestamp,
  /** The link of the center with which the user signed up. Null for users that an admin added. */
  invitation: z.object({ created_at: Timestamp, created_by: z.string() }).nullable(),
  invited: Invited.nullable(),
})
export type CenterStaffMember = z.infer<typeof CenterStaffMember>

/** Comma-separated ids; blank is an empty list. */
const JoinedIds = z
  .string()
  .trim()
  .max(4000)
  .regex(/^(\d{1,15}(\s*,\s*\d{1,15})*)?$/, 'Enter ids, separated by commas.')
  .transform((text): unknown[] => (text ? text.split(',').map((id) => id.trim()) : []))
  .pipe(IdList)

const RhcAssociation = z.object({ rhc_desc: CenterName, hc_desc: z.array(CenterName) })
export type RhcAssociation = z.infer<typeof RhcAssociation>

/** A request of a referral center to refer to a harvest center, with the details needed to decide. */
export const AssociationRequest = z.object({
  id: Id,
  referral_center: CenterName.extend({ ...PersonName.shape, email: z.string(), phone_number: z.string() }),
  harvest_center: CenterName,
  requested_at: Timestamp,
})
export type AssociationRequest = z.infer<typeof AssociationRequest>
export const AssociationRequestFilter = paging(5).extend({ sort: sortBy('company', 'center', 'requested') })
export type AssociationRequestFilter = z.infer<typeof AssociationRequestFilter>
const AssociationDecision = z.enum(['confirmed', 'refused'])
export type AssociationDecision = z.infer<typeof AssociationDecision>

/** A center in the list of a team, with the rep who brought it. */
export const TeamCenter = CenterSummary.extend({ kind: CenterKind, sales_rep: PersonName })
export type TeamCenter = z.infer<typeof TeamCenter>

const placeColumns: readonly FileColumn<z.infer<typeof PlaceRow>>[] = [
  ['ID', ({ id }) => id],
  ['Company', ({ company }) => company],
  ['Contact', nameOf],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone_number }) => phone_number],
  ['City', ({ city }) => city],
  ['State', ({ state_desc }) => state_desc],
  joinedColumn,
  ['Patients', (row) => row.patients],
]
const repColumn: FileColumn<Pick<CenterRow, 'sales_rep'>> = ['Sales rep', ({ sales_rep }) => nameOf(sales_rep)]
/** An observer gets neither contact data nor numbers, and has no export. */
const summaryColumns: readonly FileColumn<CenterSummary>[] = [
  ['ID', ({ id }) => id],
  ['Company', ({ company }) => company],
  ['City', ({ city }) => city],
  ['State', ({ state_desc }) => state_desc],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone_number }) => phone_number],
  joinedColumn,
  ['Patients', (row) => row.patients],
]

const sortSummaries = sortBy('company', 'joined', 'patients')
export const TeamCenterFilter = paging(10).extend({
  search: Search,
  kind: CenterKind.optional(),
  sales_rep_id: Id.optional(),
  sort: sortSummaries,
})
export type TeamCenterFilter = z.infer<typeof TeamCenterFilter>

const ofRep = paging(5).extend({ sort: sortSummaries })
const searched = paging(10).extend({ search: Search })
const sorted = { never_signed_in: OnlyTrue, sort: sortBy('company', 'name', 'email', 'joined') }
export const HarvestCenterFilter = searched.extend({ lab_id: Id.optional(), sales_rep_id: Id.optional(), ...sorted })
export type HarvestCenterFilter = z.infer<typeof HarvestCenterFilter>
/** `harvest_center_id`: a center that the referral centers refer to. */
export const ReferralCenterFilter = searched.extend({ harvest_center_id: Id.optional(), sales_rep_id: Id.optional(), ...sorted })
export type ReferralCenterFilter = z.infer<typeof ReferralCenterFilter>

export const LabFilter = searched.extend(sorted)
export type LabFilter = z.infer<typeof LabFilter>

export const centers = {
  labs: call('GET /api/v1/users/lab/', admin, { machine: true, summary: 'The labs to choose from', answer: z.array(CenterName) }),
  options: call('GET /api/v1/harvest-centers/list-all/', roles({ ...admin, lab: 'visible', ...salesTeam }), {
    machine: true,
    summary: 'The harvest centers to choose from',
    answer: z.array(CenterName),
  }),
  ofTeam: call('GET /api/v1/team-centers/', roles({ sales_manager: 'team', sales_distributor: 'team' }), {
    summary: 'The centers of the reps in the team of a sales manager or distributor, newest first',
    query: TeamCenterFilter,
    answer: pageOf(TeamCenter),
    views: ['team-centers'],
    exports: listFile(TeamCenter, 'centers', [...summaryColumns, ['Kind', ({ kind }) => inWords(kind)], repColumn]),
  }),
  publicOptions: call('GET /api/v1/harvest-centers/public-options/{id}/', 'public', {
    summary: 'The harvest centers of a referral harvest center, to choose from',
    answer: z.array(CenterName),
    rateLimit: 'lookup',
  }),
  harvestCenters: call('GET /api/v1/harvest-centers/', admin, {
    machine: true,
    summary: 'Harvest centers, newest first',
    query: HarvestCenterFilter,
    answer: pageOf(CenterRow),
    views: ['harvest-centers'],
    exports: listFile(CenterRow, 'harvest-centers', [...placeColumns, repColumn, ['Lab', ({ lab }) => companyOf(lab)]]),
  }),
  referralCenters: call('GET /api/v1/referral-harvest-centers/', admin, {
    machine: true,
    summary: 'Referral harvest centers, newest first',
    query: ReferralCenterFilter,
    answer: pageOf(CenterRow),
    views: ['referral-centers'],
    exports: listFile(CenterRow, 'referral-centers', [
      ...placeColumns,
      repColumn,
      ['Harvest centers', (row) => companiesOf(row.harvest_centers)],
    ]),
  }),
  harvestCentersOfRep: call('GET /api/v1/harvest-centers/sales-rep/{id}/', adminAndSalesTeam, {
    summary: 'The harvest centers of a sales rep, newest first',
    query: ofRep,
    answer: pageOf(CenterSummary),
    exports: listFile(CenterSummary, 'harvest-centers', summaryColumns),
  }),
  referralCentersOfRep: call('GET /api/v1/referral-harvest-centers/sales-rep/{id}/', adminAndSalesTeam, {
    summary: 'The referral harvest centers of a sales rep, newest first',
    query: ofRep,
    answer: pageOf(CenterSummary),
    exports: listFile(CenterSummary, 'referral-centers', summaryColumns),
  }),
  allLabs: call('GET /api/v1/labs/', admin, {
    summary: 'Labs with the numbers of their centers and patients, newest first',
    query: LabFilter,
    answer: pageOf(LabRow),
    views: ['labs'],
    exports: listFile(LabRow, 'labs', [...placeColumns, ['Centers', (row) => row.centers]]),
  }),
  processingLabs: call('GET /api/v1/processing-labs/', adminAndOwnLab, {
    machine: true,
    summary: 'The labs; a lab gets only itself',
    answer: z.array(Lab),
  }),
  // A center sees itself in its lab's list, an observer the centers of the lab it follows.
  centersOfLab: call(
    'GET /api/v1/processing-labs/{id}/harvestcenters/',
    roles({ ...admin, lab: 'own', harvest_center: 'own', observer: 'visible' }),
    {
      machine: true,
      summary: 'The harvest centers of a lab, newest first',
      query: paging(5).extend({ sort: sortSummaries }),
      answer: pageOf(CenterSummary).extend({ lab: CenterName }),
      exports: listFile(CenterSummary, 'harvest-centers', summaryColumns),
    },
  ),
  staff: call('GET /api/v1/hc-staff/', admin, {
    machine: true,
    summary: 'Staff users with their harvest centers, newest first',
    query: searched.extend({ sort: sortBy('name', 'email') }),
    answer: pageOf(StaffRow),
    views: ['staff-assignments'],
    exports: listFile(StaffRow, 'staff', [...personColumns, ['Harvest centers', (row) => companiesOf(row.harvest_centers)]]),
  }),
  centersOfStaff: call('GET /api/v1/hc-staff/{id}/hc-list/', roles({ ...admin, hc_staff: 'own' }), {
    machine: true,
    summary: 'The harvest centers that a staff user works for, by name',
    answer: z.array(CenterName),
  }),
  staffOfCenter: call('GET /api/v1/hc-staff/{id}/staff-list/', adminAndHarvestCenter, {
    machine: true,
    summary: 'The staff of a harvest center, newest first',
    query: paging(10).extend({ sort: sortBy('name', 'email', 'joined') }),
    answer: pageOf(CenterStaffMember),
    exports: listFile(CenterStaffMember, 'staff', [...personColumns, joinedColumn]),
  }),
  assignStaff: call('PATCH /api/v1/hc-staff/{id}/', admin, {
    proof: proof.admins,
    summary: 'Set the harvest centers that a staff user works for',
    body: z.object({ staff_hc_ids: JoinedIds }),
    answer: Message.extend(StaffRow.shape),
  }),
  removeStaff: call('POST /api/v1/hc-staff/remove-user/', adminAndHarvestCenter, {
    proof: proof.admins,
    summary: 'Remove a staff user from a harvest center',
    body: z.object({ user_id: Id, hc_id: Id }),
    answer: Message,
  }),
  associations: call('GET /api/v1/rhc-association/all/', admin, {
    machine: true,
    summary: 'Referral harvest centers with the harvest centers that they refer to, newest first',
    query: searched.extend({ sort: sortBy('company') }),
    answer: pageOf(RhcAssociation),
    views: ['referral-assignments'],
  }),
  associate: call('POST /api/v1/rhc-association/update-association/{id}/', admin, {
    proof: proof.admins,
    summary: 'Set the harvest centers that a referral harvest center refers to',
    body: z.object({ rhc_hc_ids: IdList }),
    answer: Success.extend(RhcAssociation.shape),
  }),
  associationRequests: call('GET /api/v1/rhc-association/requests/', adminAndHarvestCenter, {
    machine: true,
    summary: 'Pending association requests, newest first',
    query: AssociationRequestFilter,
    answer: pageOf(AssociationRequest),
  }),
  decideAssociation: call('POST /api/v1/rhc-association/requests/{id}/decide/', adminAndHarvestCenter, {
    proof: proof.admins,
    summary: 'Confirm or refuse an association request',
    body: z.object({ decision: AssociationDecision }),
    answer: Message,
  }),
}
