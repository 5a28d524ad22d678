/** Who may know what of a vial entry, and whose vials may be recorded. */
import type { Role } from '@vialdesk/contract/roles'
import type { VialTrace } from '@vialdesk/contract/traced-vials'
import type { VialEntry } from '@vialdesk/contract/vials'
import type { Db } from '#api/db/db.ts'
import { getVisiblePatient, seesPersons } from '#api/features/accounts/visible.queries.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail, Refusal } from '#api/platform/fail.ts'

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

/** An id that came in a body is a field of it: when it leads nowhere, the field is wrong. */
export async function demandPatientInBody(db: Db, actor: Actor, id: number): Promise<void> {
  try {
    await getVisiblePatient(db, actor, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found')
      fail('invalid', { errors: { user: ['There is no such patient.'] } })
    throw error
  }
}
