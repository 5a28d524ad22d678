/** Patients: their lab record, stage and timeline. */
import { z } from 'zod'
import {
  admin,
  adminAndDistributor,
  adminAndHarvestStaff,
  adminAndOwnLab,
  adminAndReferralCenter,
  roles,
  salesTeam,
} from '../base/access.ts'
import { call } from '../base/call.ts'
import {
  companiesOf,
  companyOf,
  type FileColumn,
  joinedColumn,
  listFile,
  nameOf,
  notAdmins,
  salesRoles,
} from '../base/list-file.ts'
import {
  CenterName,
  Id,
  OnlyTrue,
  PatientId,
  PatientOption,
  PersonName,
  pageOf,
  paging,
  Search,
  type Sort,
  sortBy,
  Timestamp,
} from '../base/primitives.ts'
import { Invited } from './invitations.ts'
import {
  type LabRecordField,
  labLabel,
  labRecordFields,
  labRecordKeys,
  labText,
  stageNames,
  vialCountKeys,
} from './lab-fields.ts'
import { LabRecord, Stage, VialCounts } from './lab-record.ts'

export * from './lab-record.ts'

/** `in_processing`: the stages from the shipment of the tissue until the vials are ready. */
export const StageFilter = z.enum([...Stage.options, 'in_processing'])
export type StageFilter = z.infer<typeof StageFilter>

/**
 * Patients by their estimated ready date, while the vials are not ready. `this_week`: from today to six days later. `soon`: within 14
 * days, or overdue.
 */
export const DueFilter = z.enum(['overdue', 'this_week', 'soon'])
export type DueFilter = z.infer<typeof DueFilter>

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

/** Numbers stay numbers. */
const cellOf = (field: LabRecordField, value: string | number | null) =>
  typeof value === 'number' && labRecordFields[field].format === 'count' ? value : labText(field, value)
const labColumns = labRecordKeys
  .filter((field): field is LabRecordField & keyof PatientRow => field in PatientRow.shape)
  .map((field): FileColumn<PatientRow> => [labLabel(field), (row) => cellOf(field, row[field])])
const countColumns = vialCountKeys.map((field): FileColumn<PatientRow> => [labLabel(field), (row) => row[field]])

const patientsFile = listFile(PatientRow, 'patients', [
  ['ID', ({ id }) => id],
  ['Name', nameOf, salesRoles],
  ['Email', ({ email }) => email, salesRoles],
  ['Phone', ({ phone_number }) => phone_number, salesRoles],
  joinedColumn,
  ['Stage', ({ stage }) => stageNames[stage]],
  ['Harvest center', ({ hc_desc }) => companiesOf(hc_desc)],
  ['Referral harvest center', ({ rhc_desc }) => companiesOf(rhc_desc)],
  ['Referred to', ({ referral_hc_desc }) => companiesOf(referral_hc_desc)],
  ['Lab', ({ lab }) => companyOf(lab), notAdmins],
  ['Sales rep', ({ sales_rep }) => nameOf(sales_rep), notAdmins],
  ...labColumns,
  ...countColumns,
])
/** For a list that names no person to any of its readers. */
const fileWithoutPerson = {
  ...patientsFile,
  columns: patientsFile.columns.filter(([, , not]) => !not?.includes('sales_rep')),
}

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

/** Those who care for a patient. All but sales roles see the person, too. */
const caring = { harvest_center: 'visible', referral_harvest_center: 'visible', hc_staff: 'visible', lab: 'visible' } as const

/** A list of patients. */
const patientPages = <Query extends z.ZodType>(summary: string, query: Query) => ({
  summary,
  query,
  answer: pageOf(PatientRow),
  exports: patientsFile,
})

export const patients = {
  list: call('GET /api/v1/users/patient/list/', roles({ ...admin, ...caring, ...salesTeam }), {
    machine: true,
    ...patientPages('The patients that the caller may see', AllPatientsFilter),
    views: ['all-patients', 'lab-patients', 'patients'],
  }),
  ofCenter: call(
    'GET /api/v1/harvest-centers/{id}/patients/',
    roles({ ...admin, harvest_center: 'own', hc_staff: 'visible', lab: 'visible', ...salesTeam }),
    { machine: true, ...patientPages('The patients of a harvest center', PatientFilter) },
  ),
  options: call('GET /api/v1/harvest-centers/{id}/patientList/', adminAndHarvestStaff, {
    machine: true,
    summary: 'The patients of a harvest center to choose from',
    query: PatientOptionFilter,
    answer: z.array(PatientOption),
  }),
  referredTo: call('GET /api/v1/harvest-centers/{id}/referral-patients/', adminAndHarvestStaff, {
    machine: true,
    ...patientPages('The patients that were referred to a harvest center', PatientFilter),
    views: ['referral-patients'],
  }),
  ofReferralCenter: call(
    'GET /api/v1/harvest-centers/referral/{id}/patients/',
    roles({ ...admin, referral_harvest_center: 'own', ...salesTeam }),
    { machine: true, ...patientPages('The patients of a referral harvest center', PatientFilter) },
  ),
  referralOptions: call('GET /api/v1/harvest-centers/{id}/referral/patientList/', adminAndReferralCenter, {
    summary: 'The patients of a referral harvest center to choose from',
    query: PatientOptionFilter,
    answer: z.array(PatientOption),
  }),
  ofManager: call(
    'GET /api/v1/sales-managers/{id}/patients/',
    roles({ ...admin, sales_manager: 'own', sales_distributor: 'team' }),
    { ...patientPages('The patients of the reps of a sales manager', TeamPatientFilter), views: ['patients'] },
  ),
  ofDistributor: call('GET /api/v1/sales-distributors/{id}/patients/', adminAndDistributor, {
    ...patientPages('The patients of the reps below a sales distributor', TeamPatientFilter),
    views: ['patients'],
  }),
  ofRep: call(
    'GET /api/v1/sales-rep/{id}/patients/',
    roles({ ...admin, sales_rep: 'own', sales_manager: 'team', sales_distributor: 'team' }),
    { ...patientPages('The patients of a sales rep, without the person', TeamPatientFilter), exports: fileWithoutPerson },
  ),
  ofLab: call(
    'GET /api/v1/processing-labs/{id}/patients/',
    adminAndOwnLab,
    patientPages('The patients of all harvest centers of a lab', PatientFilter),
  ),
  ofCenterOfLab: call('GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/', adminAndOwnLab, {
    ...patientPages('The patients of one harvest center of a lab', PatientFilter),
    views: ['patients'],
  }),
  timeline: call('GET /api/v1/users/patient/{id}/timeline/', roles({ ...admin, patient: 'own', ...caring }), {
    machine: true,
    summary: 'The timeline of a patient, newest first: event, user, time and changes',
    query: paging(10),
    answer: pageOf(TimelineEvent),
    aboutPatient: 'id',
  }),
}
