/** How the record's entries read on a patient's timeline. What has no words here stays in the record. */
import type { Role } from '@vialdesk/contract/roles'

const yesNo = (value: unknown) => (value === true || value === 1 ? 'Yes' : 'No')
const plain = (value: unknown) => String(value)

/** The fields that a timeline shows, in its order. Amounts of money and data of persons are not among them. */
const fields: Record<string, { label: string; words?: (value: unknown) => string }> = {
  date_adipose_shipped_to_lab: { label: 'Tissue shipped to the lab' },
  date_adipose_received_by_lab: { label: 'Tissue received by the lab' },
  stemcell_plating_initiated_date: { label: 'Plating started' },
  stemcell_plating_successful: { label: 'Plating successful', words: yesNo },
  number_times_qc_done: { label: 'Quality checks done' },
  hla_typing_test: { label: 'HLA typing test', words: yesNo },
  estimated_date_vials_ready_to_ship: { label: 'Vials expected to be ready' },
  estimated_date_manual: { label: 'Expected date set by hand', words: yesNo },
  date_vials_ready_to_ship: { label: 'Vials ready to ship' },
  vials_preparation: { label: 'Vials in preparation' },
  vials_ready_ship: { label: 'Vials ready to ship, number' },
  quantity: { label: 'Vials' },
  date: { label: 'Date' },
  tracking_id: { label: 'Tracking number' },
  tracking_number: { label: 'Tracking number' },
  tracking_text: { label: 'Parcel' },
  note: { label: 'Note' },
  vials_available: { label: 'Vials available' },
  vials_shipped: { label: 'Vials shipped' },
  invoice_id: { label: 'Invoice' },
}

export interface Change {
  field: string
  from: string | null
  to: string | null
}

/** From two states of a thing to what changed of it, in words; a field that is empty on both sides is left out. */
export function changesInWords(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Change[] {
  return Object.entries(fields).flatMap(([key, { label, words = plain }]) => {
    const say = (value: unknown) => (value === null || value === undefined || value === '' ? null : words(value))
    const change = { field: label, from: say(before?.[key]), to: say(after?.[key]) }
    return change.from === change.to ? [] : [change]
  })
}

const toPatients: Record<Role, string> = {
  lab: 'Your lab',
  observer: 'An observer',
  patient: 'You',
  harvest_center: 'Your harvest center',
  hc_staff: 'Your harvest center',
  referral_harvest_center: 'Your referral harvest center',
  sales_rep: 'Sales',
  sales_manager: 'Sales',
  sales_distributor: 'Sales',
  admin: 'Administration',
}

export interface Doers {
  /** The role of the one who really acted; undefined without one. */
  role: Role | undefined
  /** The name of the account that did it; null when nobody did. */
  actor: string | null
  /** Who was signed in as that account. */
  behind: string | null
}

/** Who did it, for this reader: a patient reads the business role, an admin also as whom somebody acted. */
export function doneBy(reader: Role | undefined, { role, actor, behind }: Doers): string {
  if (actor === null) return 'System'
  if (reader === 'patient') return toPatients[role ?? 'admin']
  if (behind === null) return actor
  return reader === 'admin' ? `${behind} as ${actor}` : behind
}
