/** The history of a patient's vials, from which the counts follow, and the vials themselves. */
import { z } from 'zod'
import { call } from './call.ts'
import { EnteredDate, Id, Ids, line, Message, Moment, PatientId, Pieces, PlainDate, pageOf, paging, prose } from './primitives.ts'
import {
  LabelSheet,
  NewVials,
  PatientTrace,
  Vial,
  VialCode,
  VialFilter,
  VialMove,
  VialStorage,
  VialTrace,
} from './traced-vials.ts'

export const VialEntryType = z.enum(['added', 'shipped'])
export type VialEntryType = z.infer<typeof VialEntryType>

export const VialEntry = z.object({
  id: Id,
  user: PatientId,
  type: VialEntryType,
  quantity: z.number().int(),
  date: PlainDate,
  /** A note may name the person and a tracking number leads to a door: sales roles get neither key. */
  note: z.string().optional(),
  /** Of shipped entries only. */
  tracking_id: z.string().optional(),
  created_at: Moment,
  /** Whether it was corrected since it was entered. */
  corrected: z.boolean(),
})
export type VialEntry = z.infer<typeof VialEntry>

/** A number and nothing that could be taken for one: what was left blank is not none. */
const quantity = z.number().int('Enter a whole number.').min(0).max(1000)

export const NewVialEntry = z
  .object({
    user: Id,
    type: VialEntryType,
    quantity,
    date: EnteredDate,
    note: prose(500).default(''),
    tracking_id: line(60).default(''),
    /** Which: of an added entry those in quarantine that it releases, of a shipped one those in stock that left. Else it is by number. */
    vials: Ids.min(1, 'Choose at least one vial.').optional(),
  })
  .refine((entry) => entry.vials === undefined || entry.vials.length === entry.quantity, {
    path: ['quantity'],
    message: 'Enter the number of selected vials.',
  })
  .refine((entry) => entry.type === 'shipped' || entry.tracking_id === '', {
    path: ['tracking_id'],
    message: 'Only shipped vials have a tracking number.',
  })
export type NewVialEntry = z.infer<typeof NewVialEntry>

export const VialEntryEdit = z.object({ quantity, date: EnteredDate, note: prose(500), tracking_id: line(60) }).partial()
export type VialEntryEdit = z.infer<typeof VialEntryEdit>

export const vials = {
  history: call('GET /api/v1/vials-history/user/{id}/', {
    summary: 'The vial entries of a patient, newest first',
    query: paging(5).extend({ type: VialEntryType.optional() }),
    answer: pageOf(VialEntry),
    aboutPatient: 'id',
  }),
  add: call('POST /api/v1/vials-history/', {
    summary: 'Record vials added or shipped',
    body: NewVialEntry,
    answer: VialEntry,
    status: 201,
  }),
  edit: call('PATCH /api/v1/vials-history/{id}/', {
    summary: 'Correct a vial entry; the counts move by the difference',
    body: VialEntryEdit,
    answer: VialEntry,
  }),
  list: call('GET /api/v1/vials/', {
    summary: 'Vials one by one, the newest first: all, or those of the own lab',
    query: VialFilter,
    answer: pageOf(Vial),
  }),
  register: call('POST /api/v1/vials/', {
    summary: 'Register vials that are being made; each gets its code',
    body: NewVials,
    answer: Message.extend({ results: z.array(Vial) }),
    status: 201,
  }),
  move: call('POST /api/v1/vials/move/', {
    summary: 'Put vials into quarantine, on hold, back into stock, or dispose of them',
    body: VialMove,
    answer: Message.extend({ results: z.array(Vial) }),
  }),
  store: call('POST /api/v1/vials/store/', {
    summary: 'Say where vials are kept',
    body: VialStorage,
    answer: Message.extend({ results: z.array(Vial) }),
  }),
  labels: call('GET /api/v1/vials/labels/', {
    summary: 'A sheet of labels for vials, to print',
    query: LabelSheet,
    answer: Pieces,
    streams: 'application/pdf',
  }),
  find: call('GET /api/v1/vials/find/{code}/', {
    summary: 'From a vial to the person, the center, the lab, the days and the people',
    params: z.object({ code: VialCode }),
    answer: VialTrace,
  }),
  trace: call('GET /api/v1/vials/trace/{id}/', {
    summary: 'From a patient to every vial, and where each went',
    query: paging(100),
    answer: PatientTrace,
  }),
}
