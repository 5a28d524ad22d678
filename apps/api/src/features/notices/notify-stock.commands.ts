/**
 * Notifies the center and the lab of the patient when vials are put on hold or disposed of, except the user who did it. The lab of
 * an inactive center does not see the patient, so that lab is not notified.
 */
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { notify } from './notify.commands.ts'

const titlesByState = { held: 'Vials of a patient were put on hold', disposed: 'Vials of a patient were disposed of' }

/** The notice leaves out the reason, which only the lab and the admins see. */
export async function notifyStock(
  db: Db,
  patientId: number,
  state: 'held' | 'disposed',
  auditActor: Pick<Actor, 'id' | 'kind'> | undefined,
): Promise<void> {
  const { center, lab } = await db
    .selectFrom('users')
    .leftJoin('users as hc', (join) =>
      join
        .onRef('hc.domain_id', '=', 'users.domain_id')
        .onRef('hc.id', '=', 'users.harvest_center_id')
        .on('hc.active', '=', true),
    )
    .select(['hc.id as center', 'hc.lab_id as lab'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', patientId)
    .executeTakeFirstOrThrow()
  const ownId = auditActor?.kind === 'own' ? auditActor.id : null
  const notice = { kind: 'patient', title: titlesByState[state] } as const
  const ofPatient = `Patient ${patientId}.`
  await notify(db, center === ownId ? null : center, {
    ...notice,
    text: `${ofPatient} Open the patient for details.`,
    path: `/dashboard?user=${patientId}`,
  })
  await notify(db, lab === ownId ? null : lab, {
    ...notice,
    text: `${ofPatient} Open the list of vials for details.`,
    path: `/vials?patient=${patientId}`,
  })
}
