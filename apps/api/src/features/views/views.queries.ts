import { membershipIds } from '@vialdesk/contract/base/roles'
import type { SavedView, ViewList } from '@vialdesk/contract/business/views'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { mayShareViews, viewPolicy } from './views.policy.ts'

type ViewRow = Pick<SavedView, 'id' | 'name' | 'list' | 'filter' | 'shared'> & {
  user_id: number
  owner: string
}

/** The views `v` that a viewer sees, with their owners `o`. Views that were shared by somebody who is no active admin now are not shown. */
const seenViews = (condition: string) => `
  select v.id, v.name, v.list, v.filter, v.shared, v.user_id,
    concat_ws(' ', nullif(o.first_name, ''), nullif(o.last_name, '')) as owner
  from saved_views v
  join users o on o.domain_id = v.domain_id and o.id = v.user_id
  where v.domain_id = $1
    and (v.user_id = $2
      or ($3 and v.shared and o.active and o.subscription = ${membershipIds.admin}))
    and ${condition}
  order by lower(v.name), v.id`

const valuesFor = (db: Db, viewer: Viewer) => [db.domainId, viewer.id, mayShareViews(viewer)]

function asView(viewer: Viewer, { user_id, owner, ...view }: ViewRow): SavedView {
  return { ...view, shared_by: user_id === viewer.id ? null : owner, can: viewPolicy.abilities(viewer, { user_id }) }
}

/** The views of a list that the viewer may open, by name. Their number is limited when they are saved. */
export async function findViews(db: Db, viewer: Viewer, list: ViewList): Promise<SavedView[]> {
  const rows = await db.rows<ViewRow>(seenViews('v.list = $4'), [...valuesFor(db, viewer), list])
  return rows.map((row) => asView(viewer, row))
}

async function getViewRow(db: Db, viewer: Viewer, id: number): Promise<ViewRow> {
  const [row] = await db.rows<ViewRow>(seenViews('v.id = $4'), [...valuesFor(db, viewer), id])
  return row ?? fail('not_found')
}

export const getView = async (db: Db, viewer: Viewer, id: number): Promise<SavedView> =>
  asView(viewer, await getViewRow(db, viewer, id))

/** Fails for a view that the viewer does not see or may not change. */
export async function assertMayChangeView(db: Db, viewer: Viewer, id: number): Promise<ViewRow> {
  const view = await getViewRow(db, viewer, id)
  viewPolicy.assertCan(viewer, 'change', view)
  return view
}
