/** Saves and removes filters of a user. They are the user's own, and no change of data, so they are not audited. */
import type { SavedView } from '@vialdesk/contract/transactions'
import type { Db } from '#api/db/db.ts'
import { fail, failField } from '#api/platform/http/errors/fail.ts'

/** Of a user. More would not fit in a menu. */
const MAX_VIEWS = 50

/** The same name replaces the filter. */
export async function saveView(db: Db, userId: number, view: Omit<SavedView, 'id'>): Promise<SavedView> {
  const [saved] = await db.rows<SavedView>(
    `insert into saved_views (domain_id, user_id, list, name, filter)
     select $1, $2, $3, $4, $5::jsonb
     where (select count(*) from saved_views where domain_id = $1 and user_id = $2 and name <> $4) < ${MAX_VIEWS}
     on conflict on constraint saved_views_name_key do update set filter = excluded.filter
     returning id, name, list, filter`,
    [db.domainId, userId, view.list, view.name, JSON.stringify(view.filter)],
  )
  return saved ?? failField('name', `You can save up to ${MAX_VIEWS} views. Remove one first.`)
}

export async function removeView(db: Db, userId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) fail('not_found')
}
