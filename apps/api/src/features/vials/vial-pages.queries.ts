/** Lists of vials, newest first. Those of a domain and of a lab are long and tallied. A search or a patient leaves few. */
import type { VialFilter } from '@vialdesk/contract/single-vials'
import { normalizeVialCode, parseVialCode } from '@vialdesk/contract/vial-codes'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { findPageIds, pageByTallies, pageOfMatches, type Query } from '#api/db/paging.ts'
import { assertVisiblePatient } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { getVialRows } from './vial-rows.queries.ts'

/** A page of the vials of the patients that the caller may see. A patient that it may not see is not found. */
export async function findVials(db: Db, who: Viewer, filter: VialFilter) {
  if (filter.patient !== undefined) await assertVisiblePatient(db, who, filter.patient)
  const isNarrow = filter.patient !== undefined || filter.entry !== undefined || filter.search
  const { count, ids } = await findPageIds(db, isNarrow ? pageOfMatchingVials(db, who, filter) : pageOfTalliedVials(db, who, filter))
  return { count, results: await getVialRows(db, ids) }
}

/** The lab whose vials are shown. Only labs and admins ask, and an admin sees the vials of all labs. */
const labOf = ({ id, role }: Viewer) => (role === 'admin' ? undefined : id)

function pageOfTalliedVials(db: Db, who: Viewer, { state, ...paging }: VialFilter): Query {
  const lab = labOf(who)
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
        const isSeen = lab === undefined ? 'v.listed' : `v.visible_to_lab and v.lab_id = ${bind(lab)}`
        const ofState = state ? `and v.state = ${bind(state)}` : ''
        return `vials v where v.domain_id = $1 and ${isSeen} ${ofState}`
      },
    },
    paging,
  )
}

/** Of a patient, of an entry (vials that it still has), or found by a code, its beginning or a patient's number. */
function pageOfMatchingVials(db: Db, who: Viewer, { limit, offset, ...filter }: VialFilter): Query {
  const lab = labOf(who)
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

/** One or two characters begin the codes of thousands of vials in a million. They find nothing. */
const MIN_PREFIX_LENGTH = 3

/** By code or by patient, each by its own index. No character of a code is greater than Z, the one before "[". */
function matchesSearch(db: Db, search: string) {
  const beginning = parseVialCode(search) ?? normalizeVialCode(search)
  const isBeginning = beginning.length >= MIN_PREFIX_LENGTH
  const patient = /^\d{1,15}$/.test(search) ? Number(search) : null
  return sql<SqlBool>`v.id in (
    select id
    from vials
    where domain_id = ${db.domainId}
      and ${isBeginning}
      and code >= ${beginning}
      and code < ${`${beginning}[`}
    union all
    select id
    from vials
    where domain_id = ${db.domainId}
      and user_id = ${patient}::bigint)`
}
