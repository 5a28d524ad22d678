/** Lists of vials, newest first. Those of a domain or a lab are long and tallied. A search or the filter by patient finds few vials. */
import type { VialFilter } from '@vialdesk/contract/single-vials'
import { normalizeVialCode, parseVialCode } from '@vialdesk/contract/vial-codes'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findPageIds, pageByTallies, pageOfMatches, type Query } from '#api/db/paging.ts'
import { assertVisiblePatient, assertVisibleUser } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { getVialRows } from './vial-rows.queries.ts'

/** A page of the vials of visible patients. Refuses with not_found if the viewer may not see the patient or the lab of the filter. */
export async function findVials(db: Db, caller: Viewer, { lab, ...filter }: VialFilter) {
  if (lab !== undefined) await assertVisibleUser(db, caller, lab, 'lab')
  const viewer: Viewer = lab === undefined ? caller : { id: lab, role: 'lab' }
  if (filter.patient !== undefined) await assertVisiblePatient(db, viewer, filter.patient)
  const isNarrow = filter.patient !== undefined || filter.entry !== undefined || filter.search
  const page = isNarrow ? pageOfMatchingVials(db, viewer, filter) : pageOfTalliedVials(db, viewer, filter)
  const { count, ids } = await findPageIds(db, page)
  return { count, results: await getVialRows(db, ids) }
}

/** The lab whose vials are listed; undefined for an admin, who sees the vials of all labs. Only labs and admins make the call. */
const labOf = ({ id, role }: Viewer) => (role === 'admin' ? undefined : id)

function pageOfTalliedVials(db: Db, viewer: Viewer, { state, ...paging }: VialFilter): Query {
  const lab = labOf(viewer)
  const keys: string[] = []
  if (lab !== undefined) keys.push(`lab:${lab}`)
  if (state) keys.push(`state:${state}`)
  return pageByTallies(
    db,
    {
      list: 'vials',
      key: keys.join('|') || 'all',
      id: 'v.id',
      rows: (bind) => {
        const isVisible = lab === undefined ? 'v.listed' : `v.visible_to_lab and v.lab_id = ${bind(lab)}`
        const hasState = state ? `and v.state = ${bind(state)}` : ''
        return `vials v where v.domain_id = $1 and ${isVisible} ${hasState}`
      },
    },
    paging,
  )
}

/** The vials of a patient, those that an entry still has, or those found by a code, its beginning or a patient's id. */
function pageOfMatchingVials(db: Db, viewer: Viewer, { limit, offset, ...filter }: VialFilter): Query {
  const lab = labOf(viewer)
  let few = db.selectFrom('vials as v').select('v.id').where('v.domain_id', '=', db.domainId).where('v.listed', '=', true)
  if (lab !== undefined) few = few.where('v.lab_id', '=', lab).where('v.visible_to_lab', '=', true)
  if (filter.state) few = few.where('v.state', '=', filter.state)
  if (filter.patient !== undefined) few = few.where('v.user_id', '=', filter.patient)
  if (filter.entry !== undefined) few = few.where(belongsToEntry(db, filter.entry))
  if (filter.search) few = few.where(matchesSearch(db, filter.search))
  return pageOfMatches(few.compile(), { limit, offset })
}

const belongsToEntry = (db: Db, entry: number) => sql<SqlBool>`v.id in (
  select id
  from vials
  where domain_id = ${db.domainId}
    and added_entry_id = ${entry}
    and state <> 'disposed'
  union all
  select id
  from vials
  where domain_id = ${db.domainId}
    and shipped_entry_id = ${entry})`

/** Fewer characters would match thousands of a million codes, so they find nothing. */
const MIN_PREFIX_LENGTH = 3

/** Searches by code and by patient id, each with its own index. "[" follows Z, the last character of codes: it ends a prefix's range. */
function matchesSearch(db: Db, search: string) {
  const prefix = parseVialCode(search) ?? normalizeVialCode(search)
  const isPrefix = prefix.length >= MIN_PREFIX_LENGTH
  const patient = /^\d{1,15}$/.test(search) ? Number(search) : null
  return sql<SqlBool>`v.id in (
    select id
    from vials
    where domain_id = ${db.domainId}
      and ${isPrefix}
      and code >= ${prefix}
      and code < ${`${prefix}[`}
    union all
    select id
    from vials
    where domain_id = ${db.domainId}
      and user_id = ${patient}::bigint)`
}
