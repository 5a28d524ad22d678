import type { SavedView } from '@vialdesk/contract/transactions'
import type { Db } from '#api/db/db.ts'

/** The saved filters of a user, by name. */
export const findSavedViews = (db: Db, userId: number): Promise<SavedView[]> =>
  db.rows<SavedView>(
    `select id, name, list, filter
     from saved_views
     where domain_id = $1
       and user_id = $2
     order by lower(name), id`,
    [db.domainId, userId],
  )
