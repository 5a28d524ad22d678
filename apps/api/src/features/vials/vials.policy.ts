/** Who may know what of a vial and of its entries. */
import type { Role } from '@vialdesk/contract/roles'
import type { VialTrace } from '@vialdesk/contract/traced-vials'
import type { VialEntry } from '@vialdesk/contract/vials'
import { seesPersons } from '#api/features/accounts/visible.queries.ts'

/** A note may name the patient and a tracking number leads to a door: who may not know the person gets neither. */
export function presentEntry(role: Role | undefined, { note, tracking_id, ...entry }: VialEntry): VialEntry {
  return seesPersons(role) ? { ...entry, note, tracking_id } : entry
}

/** How the lab keeps its house and why it holds a vial is between the lab and the admins; the keys are absent for others. */
export function presentTrace(role: Role | undefined, trace: VialTrace): VialTrace {
  if (role === 'admin' || role === 'lab') return trace
  const { reason: _reason, place: _place, position: _position, steps: _steps, ...told } = trace
  return told
}
