/** How the record's entries read on a patient's timeline. What has no words here stays in the record. */
const yesNo = (value: unknown) => (value === true || value === 1 ? 'Yes' : 'No')
const asText = (value: unknown) => String(value)

/** The fields that a timeline shows, in its order. Amounts of money and data of persons are not among them. */
const timelineFieldFormats: Record<string, { label: string; words?: (value: unknown) => string }> = {
  date_adipose_shipped_to_lab: { label: 'Tissue shipped to lab' },
  date_adipose_received_by_lab: { label: 'Tissue received by lab' },
  stemcell_plating_initiated_date: { label: 'Plating started' },
  stemcell_plating_successful: { label: 'Plating successful', words: yesNo },
  number_times_qc_done: { label: 'Quality checks done' },
  hla_typing_test: { label: 'HLA typing test', words: yesNo },
  infectious_testing_complete: { label: 'Infectious disease testing complete', words: yesNo },
  estimated_date_vials_ready_to_ship: { label: 'Estimated ready date' },
  estimated_date_manual: { label: 'Estimated ready date set manually', words: yesNo },
  date_vials_ready_to_ship: { label: 'Vials ready to ship' },
  vials_preparation: { label: 'Vials in preparation' },
  vials_ready_ship: { label: 'Number of vials ready to ship' },
  quantity: { label: 'Vials' },
  vials: { label: 'Vials' },
  date: { label: 'Date' },
  tracking_id: { label: 'Tracking number' },
  tracking_number: { label: 'Tracking number' },
  tracking_text: { label: 'Parcel' },
  note: { label: 'Note' },
  vials_available: { label: 'Vials available' },
  vials_shipped: { label: 'Vials shipped' },
  product: { label: 'Product' },
  pieces: { label: 'Quantity' },
  invoice_id: { label: 'Invoice' },
}

/** Nothing else of an entry is read. */
export const timelineFields = Object.keys(timelineFieldFormats)

/** What was bought is said by its product: how many, are pieces of that, and no vials of the patient's. */
export const purchaseFields = (after: Record<string, unknown> | null, product: string | null) => {
  const { quantity, ...rest } = after ?? {}
  return { ...rest, product, pieces: quantity }
}

export interface Change {
  field: string
  from: string | null
  to: string | null
}

/** From two states of a thing to what changed of it, in words; a field that is empty on both sides is left out. */
export function describeChanges(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Change[] {
  return Object.entries(timelineFieldFormats).flatMap(([key, { label, words = asText }]) => {
    const say = (value: unknown) => (value === null || value === undefined || value === '' ? null : words(value))
    const change = { field: label, from: say(before?.[key]), to: say(after?.[key]) }
    return change.from === change.to ? [] : [change]
  })
}
