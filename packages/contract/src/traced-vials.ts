/** Vials one by one: the code on each, where it is kept, in which state it is, and where it came from and went. */
import { z } from 'zod'
import { LabRecord, VialCounts } from './patients.ts'
import { Center, Id, Ids, line, Moment, PatientName, PlainDate, paging, Search, whole } from './primitives.ts'
import { REQUIRED } from './sentences.ts'
import { asWritten, CODE } from './vial-codes.ts'

/**
 * in_process: being made. quarantine: made, waiting for its release. released, held: in stock, and counted as available; what is held is
 * not shipped. shipped, disposed: gone.
 */
export const VialState = z.enum(['in_process', 'quarantine', 'released', 'held', 'shipped', 'disposed'])
export type VialState = z.infer<typeof VialState>

/**
 * Where a vial may be moved by hand. What raises or lowers the counts of shipped and available vials otherwise is an entry: an added
 * entry releases vials, a shipped one takes them out, and a correction takes back what it moved.
 */
export const moves = {
  in_process: ['quarantine', 'disposed'],
  quarantine: ['disposed'],
  released: ['held', 'disposed'],
  held: ['released', 'disposed'],
  shipped: [],
  disposed: [],
} as const satisfies Record<VialState, readonly VialState[]>

export const FOR_AUTOLOGOUS_USE = 'FOR AUTOLOGOUS USE ONLY'
export const NOT_EVALUATED = 'NOT EVALUATED FOR INFECTIOUS SUBSTANCES'

/** A vial's code as somebody types or scans it: in any case, with or without dashes. */
export const VialCode = z.string().max(60).transform(asWritten).pipe(z.string().regex(CODE, 'This is no code of a vial.'))

/** A vial as its lab and an admin have it. */
export const Vial = z.object({
  id: Id,
  code: z.string(),
  state: VialState,
  /** Why it is held or was disposed of. */
  reason: z.string(),
  /** Since when it is in its state. */
  since: Moment,
  /** The freezer, shelf and box; blank while it is stored nowhere. */
  place: z.string(),
  /** In its place; no two vials of a lab share one. */
  position: z.string(),
  made_at: Moment,
  patient: PatientName,
  harvest_center: Center.nullable(),
  added_on: PlainDate.nullable(),
  shipped_on: PlainDate.nullable(),
  tracking_id: z.string(),
})
export type Vial = z.infer<typeof Vial>

const Entry = z.object({ id: Id, date: PlainDate, quantity: z.number().int() })

/** One step of a vial's way. */
export const VialStep = z.object({
  id: Id,
  at: Moment,
  from: VialState.nullable(),
  to: VialState,
  reason: z.string(),
  place: z.string(),
  position: z.string(),
  by: z.string(),
})
export type VialStep = z.infer<typeof VialStep>

/** From the vial to the person and to everybody who had it. What a center may not know of the lab's house it does not get. */
export const VialTrace = Vial.omit({ reason: true, place: true, position: true }).extend({
  reason: z.string().optional(),
  place: z.string().optional(),
  position: z.string().optional(),
  lab: Center.nullable(),
  referral_center: Center.nullable(),
  added_entry: Entry.nullable(),
  shipped_entry: Entry.nullable(),
  /** Whether testing for infectious diseases is complete: else the label says that it is not. */
  evaluated: z.boolean(),
  steps: z.array(VialStep).optional(),
})
export type VialTrace = z.infer<typeof VialTrace>

/** From the person to every vial, and where each went. */
export const PatientTrace = z.object({
  patient: PatientName,
  harvest_center: Center.nullable(),
  referral_center: Center.nullable(),
  lab: Center.nullable(),
  record: LabRecord,
  counts: VialCounts,
  count: z.number().int(),
  results: z.array(Vial),
})
export type PatientTrace = z.infer<typeof PatientTrace>

/** `search` is a code or its beginning, or the number of a patient. */
export const VialFilter = paging(20).extend({
  state: VialState.optional(),
  patient: Id.optional(),
  /** Those that an entry added or shipped. */
  entry: Id.optional(),
  search: Search,
})
export type VialFilter = z.infer<typeof VialFilter>

/** Vials of one entry, or registered at once. */
export const MOST_VIALS = 200
const reason = line(200)
const place = line(60)
const position = line(20)

export const NewVials = z.object({
  user: Id,
  quantity: whole(1, MOST_VIALS),
  place: place.default(''),
})
export type NewVials = z.infer<typeof NewVials>

const chosen = Ids.min(1, 'Choose at least one vial.')

export const VialMove = z
  .object({ vials: chosen, to: z.enum(['quarantine', 'released', 'held', 'disposed']), reason: reason.default('') })
  .refine(({ to, reason }) => (to !== 'held' && to !== 'disposed') || reason !== '', { path: ['reason'], message: REQUIRED })
export type VialMove = z.infer<typeof VialMove>

/** A blank place takes them out of theirs. */
export const VialStorage = z
  .object({
    place,
    vials: z
      .array(z.object({ id: Id, position: position.default('') }))
      .min(1)
      .max(MOST_VIALS),
  })
  .refine(({ place, vials }) => place !== '' || vials.every(({ position }) => position === ''), {
    path: ['place'],
    message: REQUIRED,
  })
export type VialStorage = z.infer<typeof VialStorage>

/** Three columns of ten. */
export const LABELS_ON_SHEET = 30

/** Ids in an address, with commas; `skip` leaves so many labels of a used sheet empty. */
export const LabelSheet = z.object({
  ids: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/, 'Enter ids, separated by commas.')
    .transform((text): unknown[] => text.split(','))
    .pipe(chosen),
  skip: whole(0, LABELS_ON_SHEET - 1).default(0),
})
export type LabelSheet = z.infer<typeof LabelSheet>
