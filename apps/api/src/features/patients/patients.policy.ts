import type { Actor } from '#api/platform/actor.ts'
import type { Happening } from '#api/platform/record.ts'

/** Notes a look at a patient. Patients who look at themselves are no news, unless somebody else is signed in as them. */
export function noteSeen(watch: (happening: Happening) => void, actor: Actor, patient: number): void {
  if (actor.id === patient && actor.kind === 'own') return
  watch({ type: 'patient.seen', subject: patient, patient })
}
