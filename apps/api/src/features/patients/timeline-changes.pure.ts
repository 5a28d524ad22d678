/** Labels and formats of the audited changes that a patient's timeline shows. Other fields are not shown. */
import { type LabRecordField, labLabel, labRecordKeys, labText, vialCountLabels } from '@vialdesk/contract/people/lab-fields'

interface ShownField {
  label: string
  /** Null for no value. */
  textOf?: (value: unknown) => string | null
}

const asText = (value: unknown) => (value === null || value === undefined || value === '' ? null : String(value))

const labFields = labRecordKeys.map((field: LabRecordField): [string, ShownField] => [
  field,
  { label: labLabel(field), textOf: (value) => labText(field, value) },
])
const vialCounts = Object.entries(vialCountLabels).map(([field, label]): [string, ShownField] => [field, { label }])

/** In the order of the timeline. Contains no amounts of money and no data of persons. */
const shownFields: Record<string, ShownField> = {
  ...Object.fromEntries(labFields),
  quantity: { label: 'Vials' },
  vials: { label: 'Vials' },
  date: { label: 'Date' },
  tracking_id: { label: 'Tracking number' },
  tracking_number: { label: 'Tracking number' },
  tracking_text: { label: 'Parcel' },
  arrived_on: { label: 'Arrived' },
  unmet_rules: { label: 'Not met' },
  override_reason: { label: 'Reason' },
  arrival_reason: { label: 'Reason of the correction' },
  received_on: { label: labLabel('date_adipose_received_by_lab') },
  unsigned_confirmed: { label: 'Without a signed document', textOf: (value) => (value === true ? 'Confirmed' : null) },
  document: { label: 'Document' },
  note: { label: 'Note' },
  ...Object.fromEntries(vialCounts),
  product: { label: 'Product' },
  pieces: { label: 'Quantity' },
  invoice_id: { label: 'Invoice' },
}

/** Only these fields of an audit entry are read. */
export const timelineFields = Object.keys(shownFields)

/** Renames the quantity of a purchase, because on a timeline `quantity` is the number of the patient's vials. */
export const purchaseFields = (after: Record<string, unknown> | null, product: string | null) => {
  const { quantity, ...rest } = after ?? {}
  return { ...rest, product, pieces: quantity }
}

export interface Change {
  field: string
  from: string | null
  to: string | null
}

/** The fields that differ between two states, as texts. */
export function describeChanges(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Change[] {
  return Object.entries(shownFields).flatMap(([key, { label, textOf = asText }]) => {
    const change = { field: label, from: textOf(before?.[key]), to: textOf(after?.[key]) }
    return change.from === change.to ? [] : [change]
  })
}
