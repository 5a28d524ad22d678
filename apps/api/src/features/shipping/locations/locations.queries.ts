import type { Location } from '@vialdesk/contract/care/shipping'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { locationPolicy } from './locations.policy.ts'

export interface LocationsOwner {
  id: number
  subscription: number
  active: boolean
}

/** The owner of locations; undefined if the viewer may not see them. */
export async function findLocationsOwner(db: Db, viewer: Viewer, id: number): Promise<LocationsOwner | undefined> {
  if (!locationPolicy.sees(viewer, 'locations', { user_id: id })) return undefined
  return db.findRow('users', ['id', 'subscription', 'active'], { id })
}

/** Like `findLocationsOwner`, but fails with not_found. */
export const getLocationsOwner = async (db: Db, viewer: Viewer, id: number): Promise<LocationsOwner> =>
  (await findLocationsOwner(db, viewer, id)) ?? fail('not_found')

/** The owner of a location; not_found unless the viewer may see the location. */
export async function getOwnerOfLocation(db: Db, viewer: Viewer, id: number): Promise<LocationsOwner> {
  const found = await db.findRow('locations', ['user_id'], { id })
  return getLocationsOwner(db, viewer, (found ?? fail('not_found')).user_id)
}

const locations = (db: Db) =>
  db
    .selectFrom('locations')
    .select(['id', 'user_id as user', 'location_name', 'address1', 'address2', 'city', 'state_desc', 'country_desc', 'zip_code'])
    .select(['template_id', 'is_default as default'])
    .where('domain_id', '=', db.domainId)

/** A user's locations, the default first. */
export function findLocations(db: Db, user: number): Promise<Location[]> {
  return locations(db).where('user_id', '=', user).orderBy('is_default', 'desc').orderBy('id').execute()
}

export function findLocation(db: Db, user: number, id: number): Promise<Location | undefined> {
  return locations(db).where('user_id', '=', user).where('id', '=', id).executeTakeFirst()
}
