/** Patients: their lab record, stage and timeline. */
import { z } from 'zod'
import { call } from './call.ts'
import {
  CenterName,
  DateInput,
  Id,
  PatientId,
  PatientOption,
  PlainDate,
  pageOf,
  paging,
  Search,
  Timestamp,
} from './primitives.ts'

/** The stages of a patient's cells, in order. */
export const Stage = z.enum(['registered', 'shipped', 'received', 'plated', 'quality_checked', 'ready', 'stored', 'shipped_out'])
export type Stage = z.infer<typeof Stage>

/** 1: yes. 2: no. From the specification. */
export const YesNo = z.literal([1, 2])

export const LabRecord = z.object({
  date_adipose_shipped_to_lab: PlainDate.nullable(),
  date_adipose_received_by_lab: PlainDate.nullable(),
  /** The received date plus 70 days, unless set by hand. */
  estimated_date_vials_ready_to_ship: PlainDate.nullable(),
  estimated_date_manual: z.boolean(),
  date_vials_ready_to_ship: PlainDate.nullable(),
  number_times_qc_done: z.number().int(),
  stemcell_plating_initiated_date: PlainDate.nullable(),
  stemcell_plating_successful: YesNo.nullable(),
  hla_typing_test: YesNo.nullable(),
  /** Testing for infectious diseases. Until it is complete, vial labels say so. Not in the specification. */
  infectious_testing_complete: YesNo.nullable(),
  vials_preparation: z.number().int(),
  vials_ready_ship: z.number().int(),
})
export type LabRecord = z.infer<typeof LabRecord>

const Count = z.number().int().min(0).max(1_000_000)

const day = DateInput.nullable()

/** The editable fields. The estimated date is accepted only with `estimated_date_manual`. */
export const LabRecordEdit = LabRecord.extend({
  date_adipose_shipped_to_lab: day,
  date_adipose_received_by_lab: day,
  estimated_date_vials_ready_to_ship: day,
  date_vials_ready_to_ship: day,
  stemcell_plating_initiated_date: day,
  number_times_qc_done: Count,
  vials_preparation: Count,
  vials_ready_ship: Count,
}).partial()
export type LabRecordEdit = z.infer<typeof LabRecordEdit>

export const DAYS_UNTIL_READY = 70

export const VialCounts = z.object({
  vials_available: z.number().int(),
  vials_shipped: z.number().int(),
  /** Those of the available vials that are ordered and not shipped yet. The others can be ordered. */
  vials_reserved: z.number().int(),
})
export type VialCounts = z.infer<typeof VialCounts>

/** A patient in a list. Name, email and phone are absent for roles that may not see them. */
export const PatientRow = LabRecord.omit({ estimated_date_manual: true, infectious_testing_complete: true })
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
  })
export type PatientRow = z.infer<typeof PatientRow>

/** For roles that may not see names, `search` matches the id or the center's company. */
export const PatientFilter = paging(10).extend({ search: Search, stage: Stage.optional() })
export type PatientFilter = z.infer<typeof PatientFilter>

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

export const patients = {
  list: call('GET /api/v1/users/patient/list/', {
    summary: 'The patients that the caller may see',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofCenter: call('GET /api/v1/harvest-centers/{id}/patients/', {
    summary: 'The patients of a harvest center',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  options: call('GET /api/v1/harvest-centers/{id}/patientList/', {
    summary: 'The patients of a harvest center to choose from',
    answer: z.array(PatientOption),
  }),
  referredTo: call('GET /api/v1/harvest-centers/{id}/referral-patients/', {
    summary: 'The patients that were referred to a harvest center',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofReferralCenter: call('GET /api/v1/harvest-centers/referral/{id}/patients/', {
    summary: 'The patients of a referral harvest center',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  referralOptions: call('GET /api/v1/harvest-centers/{id}/referral/patientList/', {
    summary: 'The patients of a referral harvest center to choose from',
    answer: z.array(PatientOption),
  }),
  ofManager: call('GET /api/v1/sales-managers/{id}/patients/', {
    summary: 'The patients of the reps of a sales manager',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofDistributor: call('GET /api/v1/sales-distributors/{id}/patients/', {
    summary: 'The patients of the reps below a sales distributor',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofRep: call('GET /api/v1/sales-rep/{id}/patients/', {
    summary: 'The patients of a sales rep, without the person',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofLab: call('GET /api/v1/processing-labs/{id}/patients/', {
    summary: 'The patients of all harvest centers of a lab',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  ofCenterOfLab: call('GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/', {
    summary: 'The patients of one harvest center of a lab',
    query: PatientFilter,
    answer: pageOf(PatientRow),
  }),
  timeline: call('GET /api/v1/users/patient/{id}/timeline/', {
    summary: 'The timeline of a patient, newest first: event, user, time and changes',
    query: paging(10),
    answer: pageOf(TimelineEvent),
    aboutPatient: 'id',
  }),
}
