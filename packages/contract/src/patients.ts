/** Patients: their lab record, stage and timeline. */
import { z } from 'zod'
import { admin, roles, salesTeam } from './access.ts'
import { call } from './call.ts'
import { Invited } from './invitations.ts'
import { type LabFormat, type LabRecordField, labRecordFields, labRecordKeys, stages } from './lab-fields.ts'
import {
  CenterName,
  DateInput,
  Id,
  OnlyTrue,
  PatientId,
  PatientOption,
  PersonName,
  PlainDate,
  pageOf,
  paging,
  Search,
  type Sort,
  singleLine,
  sortBy,
  Timestamp,
} from './primitives.ts'

/** The stages of a patient's cells, in order. */
export const Stage = z.enum(stages)
export type Stage = z.infer<typeof Stage>

/** `in_processing`: the stages from the shipment of the tissue until the vials are ready. */
export const StageFilter = z.enum([...Stage.options, 'in_processing'])
export type StageFilter = z.infer<typeof StageFilter>

/**
 * Patients by their estimated ready date, while the vials are not ready. `this_week`: from today to six days later. `soon`: within 14
 * days, or overdue.
 */
export const DueFilter = z.enum(['overdue', 'this_week', 'soon'])
export type DueFilter = z.infer<typeof DueFilter>

/** 1: yes. 2: no. From the specification. */
export const YesNo = z.literal([1, 2])

const Count = z.number().int().min(0).max(1_000_000)

/** The values of each format in answers and in edits. */
const read = {
  day: PlainDate.nullable(),
  yes_no: YesNo.nullable(),
  count: z.number().int(),
  flag: z.boolean(),
  text: z.string(),
} satisfies Record<LabFormat, z.ZodType>
const edited = { ...read, day: DateInput.nullable(), count: Count, text: singleLine(200) }

/** The schema of each field of the catalogue, by its format. */
const shapeOf = <Formats extends Record<LabFormat, z.ZodType>>(formats: Formats) =>
  Object.fromEntries(labRecordKeys.map((field) => [field, formats[labRecordFields[field].format]])) as {
    [Field in LabRecordField]: Formats[(typeof labRecordFields)[Field]['format']]
  }

export const LabRecord = z.object(shapeOf(read))
export type LabRecord = z.infer<typeof LabRecord>

/** The editable fields. The estimated date is accepted only with `estimated_date_manual`. */
export const LabRecordEdit = z.object(shapeOf(edited)).omit({ promised_ready_date: true }).partial()
export type LabRecordEdit = z.infer<typeof LabRecordEdit>

export const DAYS_UNTIL_READY = 70

export const VialCounts = z.object({
  vials_available: z.number().int(),
  vials_shipped: z.number().int(),
  /** Those of the available vials that are ordered and not shipped yet. The others can be ordered. */
  vials_reserved: z.number().int(),
})
export type VialCounts = z.infer<typeof VialCounts>

/** The vials of the other states. The equations between all counts are in the glossary under 'vial counts'. */
export const VialStateCounts = z.object({
  vials_in_process: z.number().int(),
  vials_quarantine: z.number().int(),
  vials_released: z.number().int(),
  vials_held: z.number().int(),
  vials_disposed: z.number().int(),
})
export type VialStateCounts = z.infer<typeof VialStateCounts>

/** Whether the patient has or had single vials. Then the database derives the counts of the lab record from them. */
export const hasVials = (counts: Partial<VialStateCounts & Pick<VialCounts, 'vials_shipped'>>) =>
  [
    counts.vials_in_process,
    counts.vials_quarantine,
    counts.vials_released,
    counts.vials_held,
    counts.vials_disposed,
    counts.vials_shipped,
  ].some((count) => (count ?? 0) > 0)

export const COUNTED_FROM_VIALS = 'This number is counted from the vials of the patient. Register or move vials to change it.'

/** A patient in a list. Name, email and phone are absent for roles that may not see them. */
export const PatientRow = LabRecord.omit({
  estimated_date_manual: true,
  infectious_testing_complete: true,
  promised_ready_date: true,
  delay_reason: true,
})
  .extend(VialCounts.shape)
  .extend({
    id: PatientId,
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    email: z.string().optional(),
    phone_number: z.string().optional(),
    date_joined: Timestamp,
    stage: Stage,
    hc_desc: z.array(CenterName),
    rhc_desc: z.array(CenterName),
    referral_hc_desc: z.array(CenterName),
    /** The lab of the harvest center, and the sales rep of the patient's sales line. For admins. */
    lab: CenterName.nullable().optional(),
    sales_rep: PersonName.nullable().optional(),
    /** For admins and centers. */
    invited: Invited.nullable().optional(),
  })
export type PatientRow = z.infer<typeof PatientRow>

const patientSortKeys = ['id', 'stage', 'received', 'expected'] as const
export type PatientSort = Sort<'name' | (typeof patientSortKeys)[number]>
/** For roles that may not see names, `search` matches the id or the center's company, and `sort` refuses names. */
export const PatientFilter = paging(10).extend({
  search: Search,
  stage: StageFilter.optional(),
  /** Only patients whose tissue was delivered and is not booked in by the lab. */
  arrived: OnlyTrue,
  sort: sortBy('name', ...patientSortKeys),
})
/** The list of a team has no names. */
const TeamPatientFilter = PatientFilter.extend({ sort: sortBy(...patientSortKeys) })
export type PatientFilter = z.infer<typeof PatientFilter>

/** `to_send`: only patients whose tissue the lab does not have yet. */
const PatientOptionFilter = z.object({ to_send: OnlyTrue })

/** The filters of the list of all patients that the caller may see. */
export const AllPatientsFilter = PatientFilter.extend({
  due: DueFilter.optional(),
  harvest_center_id: Id.optional(),
  referral_harvest_center_id: Id.optional(),
  /** The lab of the patient's harvest center. */
  lab_id: Id.optional(),
  /** The rep of the patient's sales line. */
  sales_rep_id: Id.optional(),
  /** For admins and centers. */
  never_signed_in: OnlyTrue,
})
export type AllPatientsFilter = z.infer<typeof AllPatientsFilter>

export const TimelineEvent = z.object({
  id: Id,
  at: Timestamp,
  type: z.string(),
  title: z.string(),
  /** Name of the user, or the system. */
  by: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

/** Readers of a patient: all but sales roles see the person, too. */
const patientReaders = {
  ...admin,
  patient: 'own',
  harvest_center: 'visible',
  referral_harvest_center: 'visible',
  hc_staff: 'visible',
  lab: 'visible',
} as const

export const patients = {
  list: call(
    'GET /api/v1/users/patient/list/',
    roles({
      ...admin,
      harvest_center: 'visible',
      referral_harvest_center: 'visible',
      hc_staff: 'visible',
      lab: 'visible',
      ...salesTeam,
    }),
    {
      machine: true,
      summary: 'The patients that the caller may see',
      query: AllPatientsFilter,
      answer: pageOf(PatientRow),
    },
  ),
  ofCenter: call(
    'GET /api/v1/harvest-centers/{id}/patients/',
    roles({
      ...admin,
      harvest_center: 'own',
      hc_staff: 'visible',
      lab: 'visible',
      ...salesTeam,
    }),
    {
      machine: true,
      summary: 'The patients of a harvest center',
      query: PatientFilter,
      answer: pageOf(PatientRow),
    },
  ),
  options: call(
    'GET /api/v1/harvest-centers/{id}/patientList/',
    roles({ ...admin, harvest_center: 'own', hc_staff: 'visible' }),
    {
      machine: true,
      summary: 'The patients of a harvest center to choose from',
      query: PatientOptionFilter,
      answer: z.array(PatientOption),
    },
  ),
  referredTo: call(
    'GET /api/v1/harvest-centers/{id}/referral-patients/',
    roles({ ...admin, harvest_center: 'own', hc_staff: 'visible' }),
    {
      machine: true,
      summary: 'The patients that were referred to a harvest center',
      query: PatientFilter,
      answer: pageOf(PatientRow),
    },
  ),
  ofReferralCenter: call(
    'GET /api/v1/harvest-centers/referral/{id}/patients/',
    roles({ ...admin, referral_harvest_center: 'own', ...salesTeam }),
    {
      machine: true,
      summary: 'The patients of a referral harvest center',
      query: PatientFilter,
      answer: pageOf(PatientRow),
    },
  ),
  referralOptions: call(
    'GET /api/v1/harvest-centers/{id}/referral/patientList/',
    roles({ ...admin, referral_harvest_center: 'own' }),
    {
      summary: 'The patients of a referral harvest center to choose from',
      query: PatientOptionFilter,
      answer: z.array(PatientOption),
    },
  ),
  ofManager: call(
    'GET /api/v1/sales-managers/{id}/patients/',
    roles({ ...admin, sales_manager: 'own', sales_distributor: 'team' }),
    {
      summary: 'The patients of the reps of a sales manager',
      query: TeamPatientFilter,
      answer: pageOf(PatientRow),
    },
  ),
  ofDistributor: call('GET /api/v1/sales-distributors/{id}/patients/', roles({ ...admin, sales_distributor: 'own' }), {
    summary: 'The patients of the reps below a sales distributor',
    query: TeamPatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofRep: call(
    'GET /api/v1/sales-rep/{id}/patients/',
    roles({ ...admin, sales_rep: 'own', sales_manager: 'team', sales_distributor: 'team' }),
    {
      summary: 'The patients of a sales rep, without the person',
      query: TeamPatientFilter,
      answer: pageOf(PatientRow),
    },
  ),
  ofLab: call('GET /api/v1/processing-labs/{id}/patients/', roles({ ...admin, lab: 'own' }), {
    summary: 'The patients of all harvest centers of a lab',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofCenterOfLab: call('GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/', roles({ ...admin, lab: 'own' }), {
    summary: 'The patients of one harvest center of a lab',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  timeline: call('GET /api/v1/users/patient/{id}/timeline/', patientReaders, {
    machine: true,
    summary: 'The timeline of a patient, newest first: event, user, time and changes',
    query: paging(10),
    answer: pageOf(TimelineEvent),
    aboutPatient: 'id',
  }),
}
