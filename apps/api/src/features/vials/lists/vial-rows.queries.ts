import type { Vial } from '@vialdesk/contract/single-vials'
import type { Db } from '#api/db/db.ts'
import { centerOf, personOf } from '#api/db/user-sql.ts'

/** The columns of a vial `v`, its patient `u`, its harvest center `hc`, and its entries: added `a` and shipped `s`. */
export const vialColumns = `
  v.id,
  v.code,
  v.state,
  v.reason,
  v.since,
  v.place,
  v.position,
  v.made_at,
  ${personOf('u')} as patient,
  ${centerOf('hc')} as harvest_center,
  a.date as added_on,
  s.date as shipped_on,
  coalesce(s.tracking_id, '') as tracking_id`
/** The joins that `vialColumns` needs. */
export const joinVialDetails = `
  join users u on u.domain_id = $1 and u.id = v.user_id
  left join users hc on hc.domain_id = $1 and hc.id = u.harvest_center_id
  left join vial_entries a on a.domain_id = $1 and a.id = v.added_entry_id
  left join vial_entries s on s.domain_id = $1 and s.id = v.shipped_entry_id`

/** The vials of a page of a list. */
export const VIALS_OF_PAGE = `
  select ${vialColumns}
  from vials v ${joinVialDetails}
  where v.domain_id = $1 and v.id = any(page.ids)`

const SELECT_ROWS = `
  select ${vialColumns}
  from unnest($2::bigint[]) with ordinality i (id, place)
  join vials v on v.domain_id = $1 and v.id = i.id ${joinVialDetails}
  order by i.place`

/** The rows of these vials, in the given order. Does not check whether the viewer may see them. */
export async function getVialRows(db: Db, ids: readonly number[]): Promise<Vial[]> {
  return ids.length === 0 ? [] : db.rows<Vial>(SELECT_ROWS, [db.domainId, ids])
}
