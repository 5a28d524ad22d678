import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

/** Whose locations: one's own (a staff session of a center is the center), and for an admin those of anyone in the domain. */
export async function demandLocationsOwner(db: Db, actor: Actor, id: number): Promise<{ isPatient: boolean }> {
  if (id !== actor.id && actor.role !== 'admin') fail('not_found')
  const owner = await db
    .selectFrom('users')
    .select('subscription')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .executeTakeFirst()
  return { isPatient: (owner ?? fail('not_found')).subscription === 2 }
}
