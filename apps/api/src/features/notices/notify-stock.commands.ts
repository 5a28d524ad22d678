/**
 * Notifies the center and the lab of the patient when vials are put on hold or disposed of, except the user who did it. The lab of
 * an inactive center does not see the patient, so that lab is not notified.
 */
import type { Db } from '#api/db/db.ts'
import { named, notify } from './notify.commands.ts'

const VIALS = `Vials of ${named('a patient')}`
const titlesByState = { held: `${VIALS} were put on hold`, disposed: `${VIALS} were disposed of` }

/** The notice leaves out the reason, which only the lab and the admins see. */
export async function notifyStock(db: Db, patientId: number, state: 'held' | 'disposed'): Promise<void> {
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
  const { actor } = db.auditActor
  const ownId = actor?.kind === 'own' ? actor.id : null
  const recipients = [center, lab].filter((id) => id !== ownId)
  await notify(db, recipients, {
    kind: 'patient',
    title: titlesByState[state],
    text: 'Open the patient for details.',
    about: patientId,
    path: `/users/${patientId}?tab=vials`,
  })
}
