/** The lab record of a patient: stage, dates, processing, and the counts of the vials. */
import { z } from 'zod'
import { DateInput, PlainDate, singleLine } from '../base/primitives.ts'
import { type LabFormat, type LabRecordField, labRecordFields, labRecordKeys, stages } from './lab-fields.ts'

/** The stages of a patient's cells, in order. */
export const Stage = z.enum(stages)
export type Stage = z.infer<typeof Stage>

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
