/** The history of a patient's vials; the counts follow from it. */
import { z } from 'zod'
import { call } from './call.ts'
import { EnteredDate, Id, line, Moment, PlainDate, pageOf, paging, prose } from './primitives.ts'

export const VialEntryType = z.enum(['added', 'shipped'])
export type VialEntryType = z.infer<typeof VialEntryType>

export const VialEntry = z.object({
  id: Id,
  user: Id,
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
const quantity = z.number('Enter a number.').int('Enter a whole number.').min(0).max(1_000_000)

export const NewVialEntry = z
  .object({
    user: Id,
    type: VialEntryType,
    quantity,
    date: EnteredDate,
    note: prose(500).default(''),
    tracking_id: line(60).default(''),
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
}
