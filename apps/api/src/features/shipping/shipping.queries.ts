import type { Location } from '@vialdesk/contract/shipping'
import type { Db } from '#api/db/db.ts'

/** A user's locations, the default first. */
export function findLocations(db: Db, user: number): Promise<Location[]> {
  return db
    .selectFrom('locations')
    .select(['id', 'user_id as user', 'location_name', 'address1', 'address2', 'city', 'state_desc', 'country_desc', 'zip_code'])
    .select('is_default as default')
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', user)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
}
