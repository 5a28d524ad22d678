/** Labels and formats of the audited changes that a patient's timeline shows. Other fields are not shown. */
const yesNo = (value: unknown) => (value === true || value === 1 ? 'Yes' : 'No')
const asText = (value: unknown) => String(value)

/** In the order of the timeline. Contains no amounts of money and no data of persons. */
const timelineFieldFormats: Record<string, { label: string; format?: (value: unknown) => string }> = {
  date_adipose_shipped_to_lab: { label: 'Tissue shipped to lab' },
  date_adipose_received_by_lab: { label: 'Tissue received by lab' },
  stemcell_plating_initiated_date: { label: 'Plating started' },
  stemcell_plating_successful: { label: 'Plating successful', format: yesNo },
  number_times_qc_done: { label: 'Quality checks done' },
  hla_typing_test: { label: 'HLA typing test', format: yesNo },
  infectious_testing_complete: { label: 'Infectious disease testing complete', format: yesNo },
  estimated_date_vials_ready_to_ship: { label: 'Estimated ready date' },
  delay_reason: { label: 'Reason for the delay' },
  estimated_date_manual: { label: 'Estimated ready date set manually', format: yesNo },
  date_vials_ready_to_ship: { label: 'Vials ready to ship' },
  vials_preparation: { label: 'Vials in preparation' },
  vials_ready_ship: { label: 'Number of vials ready to ship' },
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
  received_on: { label: 'Received by the lab' },
  document: { label: 'Document' },
  note: { label: 'Note' },
  vials_available: { label: 'Vials available' },
  vials_shipped: { label: 'Vials shipped' },
  product: { label: 'Product' },
  pieces: { label: 'Quantity' },
  invoice_id: { label: 'Invoice' },
}

/** Only these fields of an audit entry are read. */
export const timelineFields = Object.keys(timelineFieldFormats)

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
  return Object.entries(timelineFieldFormats).flatMap(([key, { label, format = asText }]) => {
    const textOf = (value: unknown) => (value === null || value === undefined || value === '' ? null : format(value))
    const change = { field: label, from: textOf(before?.[key]), to: textOf(after?.[key]) }
    return change.from === change.to ? [] : [change]
  })
}
