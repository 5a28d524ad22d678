/** Saves, renames, shares and removes views. They are no data of the business, so they are not audited. */
import type { ViewList } from '@vialdesk/contract/business/views'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { mayShareViews } from './views.policy.ts'
import { assertMayChangeView } from './views.queries.ts'

/** Of a user. More would not fit in a menu. */
const MAX_VIEWS = 50
/** Of a list, by all admins of a domain together. */
const MAX_SHARED = 50

interface NewView {
  name: string
  list: ViewList
  filter: Record<string, string>
  shared: boolean
}

/** The lock makes concurrent admins count each other's views. A view that is saved again is not counted twice. */
async function validateSharing(db: Db, viewer: Viewer, { list, name }: { list: ViewList; name: string }): Promise<void> {
  if (!mayShareViews(viewer)) failField('shared', 'Only admins can share views.')
  await db.rows(`select pg_advisory_xact_lock(hashtextextended('shared views of ' || $2, $1))`, [db.domainId, list])
  const [counted] = await db.rows<{ shared: number }>(
    `select count(*)::integer as shared
     from saved_views
     where domain_id = $1
       and list = $2
       and shared
       and (user_id, name) <> ($3, $4)`,
    [db.domainId, list, viewer.id, name],
  )
  if ((counted?.shared ?? 0) >= MAX_SHARED) failField('shared', `A list can have up to ${MAX_SHARED} shared views.`)
}

/** The same name replaces the view. */
export async function saveView(db: Db, viewer: Viewer, view: NewView): Promise<number> {
  if (view.shared) await validateSharing(db, viewer, view)
  const [saved] = await db.rows<{ id: number }>(
    `insert into saved_views (domain_id, user_id, list, name, filter, shared)
     select $1, $2, $3, $4, $5::jsonb, $6
     where (select count(*)
       from saved_views
       where domain_id = $1
         and user_id = $2
         and (list, name) <> ($3, $4)) < ${MAX_VIEWS}
     on conflict on constraint saved_views_name_key do update set filter = excluded.filter, shared = excluded.shared
     returning id`,
    [db.domainId, viewer.id, view.list, view.name, JSON.stringify(view.filter), view.shared],
  )
  return saved?.id ?? failField('name', `You can save up to ${MAX_VIEWS} views. Remove one first.`)
}

interface ViewEdit {
  name?: string | undefined
  shared?: boolean | undefined
}

export async function changeView(db: Db, viewer: Viewer, id: number, { name, shared }: ViewEdit): Promise<void> {
  const view = await assertMayChangeView(db, viewer, id)
  if (shared && !view.shared) await validateSharing(db, viewer, view)
  await db.updateRows('saved_views', { user_id: viewer.id, id }, { name: name ?? view.name, shared: shared ?? view.shared })
}

export async function removeView(db: Db, viewer: Viewer, id: number): Promise<void> {
  await assertMayChangeView(db, viewer, id)
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', viewer.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) fail('not_found')
}
