import type { Location } from '@vialdesk/contract/shipping'
import type { Db } from '#api/db/db.ts'

const locations = (db: Db) =>
  db
    .selectFrom('locations')
    .select(['id', 'user_id as user', 'location_name', 'address1', 'address2', 'city', 'state_desc', 'country_desc', 'zip_code'])
    .select('is_default as default')
    .where('domain_id', '=', db.domainId)

/** A user's locations, the default first. */
export function findLocations(db: Db, user: number): Promise<Location[]> {
  return locations(db).where('user_id', '=', user).orderBy('is_default', 'desc').orderBy('id').execute()
}

export function findLocation(db: Db, user: number, id: number): Promise<Location | undefined> {
  return locations(db).where('user_id', '=', user).where('id', '=', id).executeTakeFirst()
}
