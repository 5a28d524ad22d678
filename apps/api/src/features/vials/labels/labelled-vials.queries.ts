import type { VialState } from '@vialdesk/contract/care/single-vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

export interface LabelledVial {
  id: number
  code: string
  state: VialState
  patient: number
  /** The day in the time zone of the business. */
  registered_on: string
  evaluated: boolean
}

/** The data of vial labels, in the order of the ids. Leaves out vials of patients that the viewer may not see. */
export async function findLabelledVials(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
  timeZone: string,
): Promise<LabelledVial[]> {
  const found = await db
    .selectFrom('vials as v')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'v.domain_id').onRef('users.id', '=', 'v.user_id'))
    .leftJoin('lab_records as l', (join) => join.onRef('l.domain_id', '=', 'v.domain_id').onRef('l.user_id', '=', 'v.user_id'))
    .select(['v.id', 'v.code', 'v.user_id as patient', sql<VialState>`v.state`.as('state')])
    .select([
      sql<string>`to_char(v.made_at at time zone ${timeZone}, 'YYYY-MM-DD')`.as('registered_on'),
      sql<boolean>`coalesce(l.infectious_testing_complete = 1, false)`.as('evaluated'),
    ])
    .where('v.domain_id', '=', db.domainId)
    .where('v.id', 'in', ids)
    .where(patientsSeenBy(viewer))
    .execute()
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
