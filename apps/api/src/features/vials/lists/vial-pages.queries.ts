/** Lists of vials, newest first or sorted. Those of a domain or a lab are long and tallied. A search or the filter by patient finds few vials. */
import type { VialFilter } from '@vialdesk/contract/single-vials'
import { normalizeVialCode, parseVialCode } from '@vialdesk/contract/vial-codes'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Bind, bindValues, findPageIds, pageByTallies, pageOfMatches, type Query, sumOfTallies } from '#api/db/paging.ts'
import { type Order, orderOf, pageInOrder, pageOfFiltered, type SortValues, sortedMatches } from '#api/db/sorted-paging.ts'
import { assertVisiblePatient, assertVisibleUser } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { getVialRows } from './vial-rows.queries.ts'

/** A page of the vials of visible patients. Refuses with not_found if the viewer may not see the patient or the lab of the filter. */
export async function findVials(db: Db, caller: Viewer, { lab, ...filter }: VialFilter) {
  if (lab !== undefined) await assertVisibleUser(db, caller, lab, 'lab')
  const viewer: Viewer = lab === undefined ? caller : { id: lab, role: 'lab' }
  if (filter.patient !== undefined) await assertVisiblePatient(db, viewer, filter.patient)
  const isNarrow = filter.patient !== undefined || filter.entry !== undefined || filter.search
  const page = isNarrow ? pageOfMatchingVials(db, viewer, filter) : await pageOfLongList(db, viewer, filter)
  const { count, ids } = await findPageIds(db, page)
  return { count, results: await getVialRows(db, ids) }
}

/** The lab whose vials are listed; undefined for an admin, who sees the vials of all labs. Only labs and admins make the call. */
const labOf = ({ id, role }: Viewer) => (role === 'admin' ? undefined : id)

const talliedUnder = (viewer: Viewer, state: VialFilter['state']) => {
  const lab = labOf(viewer)
  return [...(lab === undefined ? [] : [`lab:${lab}`]), ...(state ? [`state:${state}`] : [])].join('|') || 'all'
}

const visibleVials = (viewer: Viewer, state: VialFilter['state'], bind: Bind) => {
  const lab = labOf(viewer)
  const isVisible = lab === undefined ? 'v.listed' : `v.visible_to_lab and v.lab_id = ${bind(lab)}`
  return `vials v where v.domain_id = $1 and ${isVisible} ${state ? `and v.state = ${bind(state)}` : ''}`
}

const pageOfTalliedVials = (db: Db, viewer: Viewer, { state, ...paging }: VialFilter): Query =>
  pageByTallies(
    db,
    { list: 'vials', key: talliedUnder(viewer, state), id: 'v.id', rows: (bind) => visibleVials(viewer, state, bind) },
    paging,
  )

/** The vials of a domain or a lab, in their own or in the asked order. */
function pageOfLongList(db: Db, viewer: Viewer, filter: VialFilter): Query | Promise<Query> {
  const order = orderOfVials(filter)
  if (!order) return pageOfTalliedVials(db, viewer, filter)
  const { state } = filter
  const list = { id: 'v.id', rows: (bind: Bind) => visibleVials(viewer, state, bind) }
  if (!state) {
    const count = (bind: Bind) => sumOfTallies('vials', `key = ${bind(talliedUnder(viewer, undefined))}`)
    return pageInOrder(db, { ...list, count }, order, filter)
  }
  const one = { ...filter, limit: 1, offset: 0 }
  return pageOfFiltered(
    db,
    {
      ...list,
      own: pageOfTalliedVials(db, viewer, one),
      all: pageOfTalliedVials(db, viewer, { ...one, state: undefined }),
      matches: (column) => {
        const { parameters, bind } = bindValues([db.domainId])
        return { sql: `select v.id ${column} from ${visibleVials(viewer, state, bind)}`, parameters }
      },
    },
    order,
    filter,
  )
}

const sortValues: SortValues<'code' | 'state' | 'since' | 'place'> = {
  code: { value: 'v.code' },
  state: { value: 'vial_state_number(v.state)' },
  since: { value: 'v.since' },
  place: {
    value: 'vial_sort_place(v.place, v.position) collate "C"',
    nullable: true,
    isGiven: `v.place <> '' or v.position <> ''`,
  },
}
/** Vials of one state are not sorted by it: the index of states would begin with the vials of the states before. */
function orderOfVials({ sort, state }: Pick<VialFilter, 'sort' | 'state'>): Order | undefined {
  const order = orderOf(sort, sortValues)
  return order && state && order.value === sortValues.state.value ? { ...order, value: 'v.id' } : order
}

/** The vials of a patient, those that an entry still has, or those found by a code, its beginning or a patient's id. */
function pageOfMatchingVials(db: Db, viewer: Viewer, { limit, offset, ...filter }: VialFilter): Query {
  const lab = labOf(viewer)
  const sorted = orderOfVials(filter)
  let few = db.selectFrom('vials as v').select('v.id').where('v.domain_id', '=', db.domainId).where('v.listed', '=', true)
  if (lab !== undefined) few = few.where('v.lab_id', '=', lab).where('v.visible_to_lab', '=', true)
  if (filter.state) few = few.where('v.state', '=', filter.state)
  if (filter.patient !== undefined) few = few.where('v.user_id', '=', filter.patient)
  if (filter.entry !== undefined) few = few.where(belongsToEntry(db, filter.entry))
  if (filter.search) few = few.where(matchesSearch(db, filter.search))
  if (sorted) few = few.select(sql.raw(sorted.value).as('sort_value'))
  return pageOfMatches(few.compile(), { limit, offset }, sortedMatches(sorted).order)
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
