/** Single vials: code, state, storage place, and their way from the patient to the destination. */
import { z } from 'zod'
import {
  CenterName,
  Id,
  IdList,
  idsInUrl,
  PatientName,
  PlainDate,
  paging,
  Search,
  singleLine,
  sortBy,
  Timestamp,
  wholeNumber,
} from '../base/primitives.ts'
import { REQUIRED } from '../base/validation-messages.ts'
import { vialStates } from '../people/lab-fields.ts'
import { LabRecord, VialCounts, VialStateCounts } from '../people/patients.ts'
import { RuleOverride, VialArrival, VialReceiver } from './release-rules.ts'
import { normalizeVialCode, VIAL_CODE_PATTERN } from './vial-codes.ts'

/**
 * in_process: in production. quarantine: produced, not released. released, held: in stock and counted as available, but a
 * held vial is not shipped. shipped, disposed: no longer in the lab.
 */
export const VialState = z.enum(vialStates)
export type VialState = z.infer<typeof VialState>

/**
 * The moves that a person may make, by current state. All other moves follow from vial entries: an `added` entry releases
 * vials, a `shipped` entry ships them, and a correction reverses the difference.
 */
export const allowedVialMoves = {
  in_process: ['quarantine', 'disposed'],
  quarantine: ['disposed'],
  released: ['held', 'disposed'],
  held: ['released', 'disposed'],
  shipped: [],
  disposed: [],
} as const satisfies Record<VialState, readonly VialState[]>

export const FOR_AUTOLOGOUS_USE = 'FOR AUTOLOGOUS USE ONLY'
export const NOT_EVALUATED = 'NOT EVALUATED FOR INFECTIOUS SUBSTANCES'

/** A vial code as typed or scanned: any case, with or without dashes. */
export const VialCode = z
  .string()
  .max(60)
  .transform(normalizeVialCode)
  .pipe(z.string().regex(VIAL_CODE_PATTERN, 'Enter a valid vial code.'))

/** A vial as its lab and admins see it. */
export const Vial = z.object({
  id: Id,
  code: z.string(),
  state: VialState,
  /** The reason for a hold or disposal. */
  reason: z.string(),
  /** Start of the current state. */
  since: Timestamp,
  /** The freezer, shelf and box. Blank when not stored. */
  place: z.string(),
  /** The position within the place; unique within a lab. */
  position: z.string(),
  made_at: Timestamp,
  patient: PatientName,
  harvest_center: CenterName.nullable(),
  added_on: PlainDate.nullable(),
  shipped_on: PlainDate.nullable(),
  tracking_id: z.string(),
})
export type Vial = z.infer<typeof Vial>

const Entry = z.object({
  id: Id,
  date: PlainDate,
  quantity: z.number().int(),
  /** For labs and admins only. */
  overrides: z.array(RuleOverride).optional(),
})
const ShippedEntry = Entry.extend({
  receiver: VialReceiver.nullable(),
  arrival: VialArrival.nullable(),
  tracking_link: z.string(),
  may_confirm_arrival: z.boolean(),
})

/** One change of a vial's state or place, written by the database. */
export const VialStep = z.object({
  id: Id,
  at: Timestamp,
  from: VialState.nullable(),
  to: VialState,
  reason: z.string(),
  place: z.string(),
  position: z.string(),
  by: z.string(),
})
export type VialStep = z.infer<typeof VialStep>

/** From a vial to its patient and everyone who handled it. Fields internal to the lab are absent for centers. */
export const VialTrace = Vial.omit({ reason: true, place: true, position: true }).extend({
  reason: z.string().optional(),
  place: z.string().optional(),
  position: z.string().optional(),
  lab: CenterName.nullable(),
  referral_center: CenterName.nullable(),
  added_entry: Entry.nullable(),
  shipped_entry: ShippedEntry.nullable(),
  /** Whether testing for infectious diseases is complete. If not, the label says so. */
  evaluated: z.boolean(),
  steps: z.array(VialStep).optional(),
})
export type VialTrace = z.infer<typeof VialTrace>

/** From a patient to all vials. */
export const PatientTrace = z.object({
  patient: PatientName,
  harvest_center: CenterName.nullable(),
  referral_center: CenterName.nullable(),
  lab: CenterName.nullable(),
  record: LabRecord,
  counts: VialCounts.extend(VialStateCounts.shape),
  count: z.number().int(),
  results: z.array(Vial),
})
export type PatientTrace = z.infer<typeof PatientTrace>

/** `search` is a vial code, the start of one, or a patient id. */
export const VialFilter = paging(20).extend({
  state: VialState.optional(),
  patient: Id.optional(),
  /** Only the vials of this vial entry. */
  entry: Id.optional(),
  /** Only the vials of this lab. A lab gets only its own. */
  lab: Id.optional(),
  search: Search,
  sort: sortBy('code', 'state', 'since', 'place'),
})
export type VialFilter = z.infer<typeof VialFilter>

/** Limit of vials in one entry or one registration. */
export const MAX_VIALS = 200
const reason = singleLine(200)
const place = singleLine(60)
const position = singleLine(20)

export const NewVials = z.object({
  user: Id,
  quantity: wholeNumber(1, MAX_VIALS),
  place: place.default(''),
})
export type NewVials = z.infer<typeof NewVials>

const chosen = IdList.min(1, 'Choose at least one vial.')

export const VialMove = z
  .object({ vials: chosen, to: z.enum(['quarantine', 'released', 'held', 'disposed']), reason: reason.default('') })
  .refine(({ to, reason }) => (to !== 'held' && to !== 'disposed') || reason !== '', { path: ['reason'], message: REQUIRED })
export type VialMove = z.infer<typeof VialMove>

/** A blank place clears the storage of the vials. */
export const VialStorage = z
  .object({
    place,
    vials: z
      .array(z.object({ id: Id, position: position.default('') }))
      .min(1)
      .max(MAX_VIALS),
  })
  .refine(({ place, vials }) => place !== '' || vials.every(({ position }) => position === ''), {
    path: ['place'],
    message: REQUIRED,
  })
export type VialStorage = z.infer<typeof VialStorage>

/** Three columns of ten labels. */
export const LABELS_PER_SHEET = 30

/** `skip`: labels that are already used on the sheet. */
export const LabelSheetQuery = z.object({
  ids: idsInUrl(chosen),
  skip: wholeNumber(0, LABELS_PER_SHEET - 1).default(0),
})
export type LabelSheetQuery = z.infer<typeof LabelSheetQuery>
