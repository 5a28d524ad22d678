/** Vial entries, which determine a patient's vial counts, and the single vials. */
import { z } from 'zod'
import { admin, adminAndLab, roles, visible } from '../base/access.ts'
import { call } from '../base/call.ts'
import { companyOf, listFile, moment, nameOf } from '../base/list-file.ts'
import {
  Chunks,
  DateInput,
  Id,
  IdList,
  Message,
  multiLine,
  PatientId,
  PlainDate,
  pageOf,
  paging,
  singleLine,
  Timestamp,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { vialStateNames } from '../people/lab-fields.ts'
import {
  OverrideReason,
  ReceiverInput,
  RuleCheck,
  RuleCheckQuery,
  RuleOverride,
  VialArrival,
  VialReceiver,
} from './release-rules.ts'
import {
  LabelSheetQuery,
  NewVials,
  PatientTrace,
  Vial,
  VialCode,
  VialFilter,
  VialMove,
  VialStorage,
  VialTrace,
} from './single-vials.ts'

export const VialEntryType = z.enum(['added', 'shipped'])
export type VialEntryType = z.infer<typeof VialEntryType>

export const VialEntry = z.object({
  id: Id,
  user: PatientId,
  type: VialEntryType,
  quantity: z.number().int(),
  date: PlainDate,
  /** Absent for sales roles, as `tracking_id`: a note may name the patient, a tracking number reveals the address. */
  note: z.string().optional(),
  /** For shipped entries only. */
  tracking_id: z.string().optional(),
  /** The page of the carrier. Blank if the carrier is not known. */
  tracking_link: z.string().optional(),
  /** For shipped entries, as `arrival`. Null if it is not on record. */
  receiver: VialReceiver.nullable().optional(),
  arrival: VialArrival.nullable().optional(),
  /** Whether the caller may confirm or correct the arrival. */
  may_confirm_arrival: z.boolean().optional(),
  /** For labs and admins only. */
  overrides: z.array(RuleOverride).optional(),
  created_at: Timestamp,
  /** Whether the entry was changed after it was created. */
  corrected: z.boolean(),
})
export type VialEntry = z.infer<typeof VialEntry>

/** Strings are refused, because a blank field would be read as 0. */
const quantity = z.number().int('Enter a whole number.').min(0).max(1000)

export const NewVialEntry = z
  .object({
    user: Id,
    type: VialEntryType,
    quantity,
    date: DateInput,
    note: multiLine(500).default(''),
    tracking_id: singleLine(60).default(''),
    /** Ids of the vials: quarantined ones to release (`added`), or stocked ones to ship (`shipped`). Else the quantity decides. */
    vials: IdList.min(1, 'Choose at least one vial.').optional(),
    /** For shipped vials. */
    receiver: ReceiverInput.optional(),
    /** Needed while a required rule is not met. */
    override_reason: OverrideReason.default(''),
  })
  .refine((entry) => entry.vials === undefined || entry.vials.length === entry.quantity, {
    path: ['quantity'],
    message: 'The quantity must match the number of selected vials.',
  })
  .refine((entry) => entry.type === 'shipped' || entry.tracking_id === '', {
    path: ['tracking_id'],
    message: 'Only shipped vials have a tracking number.',
  })
  .refine((entry) => entry.type === 'shipped' || entry.receiver === undefined, {
    path: ['receiver'],
    message: 'Only shipped vials have a receiver.',
  })
export type NewVialEntry = z.infer<typeof NewVialEntry>

export const VialEntryEdit = z
  .object({
    quantity,
    date: DateInput,
    note: multiLine(500),
    tracking_id: singleLine(60),
    receiver: ReceiverInput,
    /** Needed if the entry releases or ships more vials while a required rule is not met. */
    override_reason: OverrideReason,
  })
  .partial()
export type VialEntryEdit = z.infer<typeof VialEntryEdit>

/** `reason`: of a correction, and required for it. A null day takes the confirmation back. */
export const ArrivalInput = z.object({ arrived_on: DateInput.nullable(), reason: singleLine(500).default('') })
export type ArrivalInput = z.infer<typeof ArrivalInput>

export const vials = {
  history: call('GET /api/v1/vials-history/user/{id}/', roles({ ...visible, patient: 'own' }), {
    machine: true,
    summary: 'The vial entries of a patient, newest first',
    query: paging(5).extend({ type: VialEntryType.optional() }),
    answer: pageOf(VialEntry),
    aboutPatient: 'id',
  }),
  add: call('POST /api/v1/vials-history/', adminAndLab, {
    machine: true,
    proof: proof.lab,
    summary: 'Add a vial entry: vials added to or shipped from stock',
    body: NewVialEntry,
    answer: VialEntry,
    status: 201,
  }),
  edit: call('PATCH /api/v1/vials-history/{id}/', adminAndLab, {
    machine: true,
    proof: proof.lab,
    summary: 'Correct a vial entry; the vial counts change by the difference',
    body: VialEntryEdit,
    answer: VialEntry,
  }),
  check: call('GET /api/v1/vials/check/{id}/', adminAndLab, {
    machine: true,
    summary: 'The rules that a release or shipment of vials of a patient does not meet',
    query: RuleCheckQuery,
    answer: RuleCheck,
    aboutPatient: 'id',
  }),
  // A center confirms what was sent to it.
  arrive: call(
    'POST /api/v1/vials-history/{id}/arrival/',
    roles({ ...admin, lab: 'visible', harvest_center: 'visible', referral_harvest_center: 'visible' }),
    {
      machine: true,
      proof: proof.lab,
      summary: 'Confirm once that shipped vials reached their receiver, or correct that with a reason',
      body: ArrivalInput,
      answer: VialEntry,
    },
  ),
  list: call('GET /api/v1/vials/', adminAndLab, {
    machine: true,
    summary: 'Single vials, newest first: all of the domain, or those of your own lab',
    query: VialFilter,
    answer: pageOf(Vial),
    views: ['vials'],
    exports: listFile(Vial, 'vials', [
      ['Code', ({ code }) => code],
      ['State', ({ state }) => vialStateNames[state]],
      ['Since', ({ since }) => moment(since)],
      ['Reason', ({ reason }) => reason],
      ['Place', ({ place }) => place],
      ['Position', ({ position }) => position],
      ['Patient ID', ({ patient }) => patient.id],
      ['Patient', ({ patient }) => nameOf(patient)],
      ['Harvest center', (row) => companyOf(row.harvest_center)],
      ['Made', ({ made_at }) => moment(made_at)],
      ['Added on', ({ added_on }) => added_on],
      ['Shipped on', ({ shipped_on }) => shipped_on],
      ['Tracking number', ({ tracking_id }) => tracking_id],
    ]),
  }),
  register: call('POST /api/v1/vials/', adminAndLab, {
    machine: true,
    proof: proof.lab,
    summary: 'Register vials in processing; each gets a code',
    body: NewVials,
    answer: Message.extend({ results: z.array(Vial) }),
    status: 201,
  }),
  move: call('POST /api/v1/vials/move/', adminAndLab, {
    machine: true,
    proof: proof.lab,
    summary: 'Move vials to quarantine, to hold, back to stock, or dispose of them',
    body: VialMove,
    answer: Message.extend({ results: z.array(Vial) }),
  }),
  store: call('POST /api/v1/vials/store/', adminAndLab, {
    machine: true,
    proof: proof.lab,
    summary: 'Set the storage place of vials',
    body: VialStorage,
    answer: Message.extend({ results: z.array(Vial) }),
  }),
  labels: call('GET /api/v1/vials/labels/', adminAndLab, {
    machine: true,
    summary: 'A printable sheet of vial labels',
    query: LabelSheetQuery,
    answer: Chunks,
    streams: 'application/pdf',
  }),
  // A person with the vial in hand scans its code. A center gets only the patient and the state.
  find: call(
    'GET /api/v1/vials/find/{code}/',
    roles({ ...admin, lab: 'visible', harvest_center: 'visible', referral_harvest_center: 'visible', hc_staff: 'visible' }),
    {
      machine: true,
      summary: 'Trace a vial to its patient, center and lab, with all dates and people involved',
      params: z.object({ code: VialCode }),
      answer: VialTrace,
    },
  ),
  trace: call('GET /api/v1/vials/trace/{id}/', adminAndLab, {
    machine: true,
    summary: 'Trace a patient to all vials and their destinations',
    query: paging(100),
    answer: PatientTrace,
  }),
}
