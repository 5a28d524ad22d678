import { membershipIds } from '@vialdesk/contract/roles'
import type { SavedView, ViewList } from '@vialdesk/contract/views'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { mayShareViews, viewPolicy } from './views.policy.ts'

type ViewRow = Pick<SavedView, 'id' | 'name' | 'list' | 'filter' | 'shared'> & {
  user_id: number
  first_name: string
  last_name: string
}

/** The views `v` that a viewer sees, with their owners `o`. Views that were shared by somebody who is no active admin now are not shown. */
const seenViews = (condition: string) => `
  select v.id, v.name, v.list, v.filter, v.shared, v.user_id, o.first_name, o.last_name
  from saved_views v
  join users o on o.domain_id = v.domain_id and o.id = v.user_id
  where v.domain_id = $1
    and (v.user_id = $2
      or ($3 and v.shared and o.active and o.subscription = ${membershipIds.admin}))
    and ${condition}
  order by lower(v.name), v.id`

const valuesFor = (db: Db, viewer: Viewer) => [db.domainId, viewer.id, mayShareViews(viewer)]

function asView(viewer: Viewer, { user_id, first_name, last_name, ...view }: ViewRow): SavedView {
  const owner = user_id === viewer.id ? null : { id: user_id, first_name, last_name }
  return { ...view, owner, can: viewPolicy.abilities(viewer, { user_id }) }
}

/** The views of a list that the viewer may open, by name. Their number is limited when they are saved. */
export async function findViews(db: Db, viewer: Viewer, list: ViewList): Promise<SavedView[]> {
  const rows = await db.rows<ViewRow>(seenViews('v.list = $4'), [...valuesFor(db, viewer), list])
  return rows.map((row) => asView(viewer, row))
}

export async function getView(db: Db, viewer: Viewer, id: number): Promise<SavedView> {
  const [row] = await db.rows<ViewRow>(seenViews('v.id = $4'), [...valuesFor(db, viewer), id])
  return row ? asView(viewer, row) : fail('not_found')
}

/** Fails for a view that the viewer does not see or may not change. */
export async function assertMayChangeView(db: Db, viewer: Viewer, id: number): Promise<SavedView> {
  const view = await getView(db, viewer, id)
  viewPolicy.assertCan(viewer, 'change', { user_id: view.owner?.id ?? viewer.id })
  return view
}
