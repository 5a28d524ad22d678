/**
 * The catalogue of the lab's words: the fields of a patient's lab record, the counts of the vials, the stages and the states. Forms, facts,
 * tables, timelines, exports, traces and notices read it, so that one thing has one name. Without schemas: dashboards show it.
 */

/** yes_no: 1 is yes, 2 is no, from the specification. flag: true or false. */
export type LabFormat = 'day' | 'yes_no' | 'count' | 'flag' | 'text'
export type LabGroup = 'dates' | 'processing' | 'vials'

interface LabField {
  label: string
  format: LabFormat
  group: LabGroup
  /** Of a day: it has happened, so it is not in the future. */
  past?: true
}

/** The columns of `lab_records`, in the order of screens and files. `LabRecord` has a key for each of them (patients.ts). */
export const labRecordFields = {
  date_adipose_shipped_to_lab: { label: 'Tissue shipped to lab', format: 'day', group: 'dates', past: true },
  date_adipose_received_by_lab: { label: 'Tissue received by lab', format: 'day', group: 'dates', past: true },
  /** The received date plus 70 days, unless set by hand. */
  estimated_date_vials_ready_to_ship: { label: 'Estimated ready date', format: 'day', group: 'dates' },
  estimated_date_manual: { label: 'Estimated ready date set manually', format: 'flag', group: 'dates' },
  /** The first estimated date that people were shown. A later estimated date is a delay. Only the database writes it. */
  promised_ready_date: { label: 'First promised ready date', format: 'day', group: 'dates' },
  /** Why the vials come later than promised. The patient and the centers read it. */
  delay_reason: { label: 'Reason for the delay', format: 'text', group: 'dates' },
  date_vials_ready_to_ship: { label: 'Date vials ready to ship', format: 'day', group: 'dates', past: true },
  stemcell_plating_initiated_date: { label: 'Plating initiated', format: 'day', group: 'processing', past: true },
  stemcell_plating_successful: { label: 'Plating successful', format: 'yes_no', group: 'processing' },
  number_times_qc_done: { label: 'Quality checks', format: 'count', group: 'processing' },
  hla_typing_test: { label: 'HLA typing test', format: 'yes_no', group: 'processing' },
  /** Testing for infectious diseases. Until it is complete, vial labels say so. Not in the specification. */
  infectious_testing_complete: { label: 'Infectious disease testing complete', format: 'yes_no', group: 'processing' },
  /** In processing, and in quarantine before the ready date. The lab enters it only while the patient has no vials. */
  vials_preparation: { label: 'Vials in preparation', format: 'count', group: 'vials' },
  /** In quarantine from the ready date on. The lab enters it only while the patient has no vials. */
  vials_ready_ship: { label: 'Vials ready to ship', format: 'count', group: 'vials' },
} as const satisfies Record<string, LabField>
export type LabRecordField = keyof typeof labRecordFields

/** The counts of stock, which the database keeps. */
export const vialCountLabels = {
  vials_available: 'Vials available',
  vials_shipped: 'Vials shipped',
  vials_reserved: 'Vials reserved',
} as const

export const vialCountKeys = Object.keys(vialCountLabels) as (keyof typeof vialCountLabels)[]

const labels = {
  ...(Object.fromEntries(Object.entries(labRecordFields).map(([field, { label }]) => [field, label])) as {
    [Field in LabRecordField]: string
  }),
  ...vialCountLabels,
}
export type LabelledField = keyof typeof labels

export const labRecordKeys = Object.keys(labRecordFields) as LabRecordField[]
export const labLabel = (field: LabelledField): string => labels[field]

/** The tick that turns the computed estimated date off, as specified. */
export const SET_MANUALLY = 'Set date manually'

/** `Estimated ready date` as `estimated ready date`, inside a sentence. */
export const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** `Yes`, `No`, or null while it is not known. Takes 1 and 2 of the specification, and true and false. */
export const yesOrNo = (value: unknown) => (value === true || value === 1 ? 'Yes' : value === false || value === 2 ? 'No' : null)

/** The value of a field in words; null if there is none. */
export function labText(field: LabRecordField, value: unknown): string | null {
  const { format } = labRecordFields[field]
  if (format === 'yes_no' || format === 'flag') return yesOrNo(value)
  return value === null || value === undefined || value === '' ? null : String(value)
}

/** The stages of a patient's cells, in order. */
export const stageNames = {
  registered: 'Registered',
  shipped: 'Shipped to the lab',
  received: 'Received by the lab',
  plated: 'Plated',
  quality_checked: 'Quality-checked',
  ready: 'Ready',
  stored: 'Stored',
  shipped_out: 'Shipped out',
} as const

export type StageName = keyof typeof stageNames
export const stages = Object.keys(stageNames) as StageName[]

/** The stages from the shipment of the tissue until the vials are ready. */
export const processingStages: readonly StageName[] = ['shipped', 'received', 'plated', 'quality_checked']

/** The states of a vial, in order. The lab's work on vials and on patients has one name: processing. */
export const vialStateNames = {
  in_process: 'In processing',
  quarantine: 'In quarantine',
  released: 'Released',
  held: 'On hold',
  shipped: 'Shipped',
  disposed: 'Disposed of',
} as const
export const vialStates = Object.keys(vialStateNames) as (keyof typeof vialStateNames)[]
