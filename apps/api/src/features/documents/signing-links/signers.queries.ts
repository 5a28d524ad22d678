/** The users who may sign as a signer of a document. */
import type { Db } from '#api/db/db.ts'
import type { LockedRecipient } from '#api/features/documents/state/lock-document.queries.ts'
import { type Actor, staffUserOf } from '#api/platform/access/actor.ts'

/** The staff user behind a session, if it works for this center: in its own session, or in a session inside the center. */
async function findStaffOf(db: Db, centerId: number, actor: Actor): Promise<number | undefined> {
  const staff = staffUserOf(actor)
  if (staff === null || (actor.kind === 'staff' && actor.id !== centerId)) return undefined
  const found = await db.rows('select 1 from centers_of_staff($1) c (id) where c.id = $2', [staff, centerId])
  return found.length > 0 ? staff : undefined
}

/**
 * The user who really signs when this session signs as the signer; undefined if it may not. Nobody signs for another person: not an
 * admin who is in the account of a user, and not the staff of a center for a patient. A center is no person: its staff may sign for it.
 */
export async function findUserSigningAs(
  db: Db,
  { user_id, role }: Pick<LockedRecipient, 'user_id' | 'role'>,
  actor: Actor,
): Promise<number | undefined> {
  if (user_id === null) return undefined
  if (actor.kind === 'own' && actor.id === user_id) return user_id
  return role === 'center' ? findStaffOf(db, user_id, actor) : undefined
}
