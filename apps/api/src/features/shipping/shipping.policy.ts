import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

export interface LocationsOwner {
  id: number
  isPatient: boolean
  active: boolean
}

/** One's own (a staff session of a center is the center), and for an admin anyone of the domain. */
async function findLocationsOwner(db: Db, actor: Actor, id: number): Promise<LocationsOwner | undefined> {
  if (id !== actor.id && actor.role !== 'admin') return undefined
  const owner = await db
    .selectFrom('users')
    .select(['id', 'subscription', 'active'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .executeTakeFirst()
  return owner && { id, isPatient: owner.subscription === 2, active: owner.active }
}

/** Refuses with not_found unless these locations are the actor's to see. */
export async function demandLocationsOwner(db: Db, actor: Actor, id: number): Promise<LocationsOwner> {
  return (await findLocationsOwner(db, actor, id)) ?? fail('not_found')
}

/** An id that came in a body: refuses with 422 unless the actor may give this user locations. */
export async function checkLocationsOwner(db: Db, actor: Actor, id: number): Promise<LocationsOwner> {
  const owner = await findLocationsOwner(db, actor, id)
  return owner?.active ? owner : fail('invalid', { errors: { user: ['This user does not exist.'] } })
}

/** Whose a location is; refuses with not_found unless the actor may change it. */
export async function demandLocation(db: Db, actor: Actor, id: number): Promise<LocationsOwner> {
  const found = await db
    .selectFrom('locations')
    .select('user_id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .executeTakeFirst()
  return demandLocationsOwner(db, actor, (found ?? fail('not_found')).user_id)
}
