/** Lists of vials, newest first or sorted. Those of a domain or a lab are long and tallied. A search or the filter by patient finds few vials. */
import type { Vial, VialFilter } from '@vialdesk/contract/care/single-vials'
import { normalizeVialCode, parseVialCode } from '@vialdesk/contract/care/vial-codes'
import type { Db } from '#api/db/db.ts'
import { type List, longByTallies, readList, rowsOf } from '#api/db/list-pages.ts'
import type { Bind, Part, TalliedList } from '#api/db/paging.ts'
import { type Order, orderOf, type SortValues } from '#api/db/sorted-paging.ts'
import { centerOf, personOf } from '#api/db/user-sql.ts'
import { assertVisiblePatient, assertVisibleUser } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

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

/** A page of the vials of visible patients. Refuses with not_found if the viewer may not see the patient or the lab of the filter. */
export async function findVials(db: Db, caller: Viewer, { lab, ...filter }: VialFilter) {
  if (lab !== undefined) await assertVisibleUser(db, caller, lab, 'lab')
  const viewer: Viewer = lab === undefined ? caller : { id: lab, role: 'lab' }
  if (filter.patient !== undefined) await assertVisiblePatient(db, viewer, filter.patient)
  const isNarrow = filter.patient !== undefined || filter.entry !== undefined || filter.search
  return readList<Vial>(db, isNarrow ? fewVials(viewer, filter) : manyVials(viewer, filter), filter, VIALS_OF_PAGE)
}

/** The lab whose vials are listed; undefined for an admin, who sees the vials of all labs. Only labs and admins make the call. */
const labOf = ({ id, role }: Viewer) => (role === 'admin' ? undefined : id)

/** The vials of a domain or a lab, in their own or in the asked order. */
function manyVials(viewer: Viewer, filter: VialFilter): List {
  const { state } = filter
  const lab = labOf(viewer)
  const isVisible: Part = (bind) => (lab === undefined ? 'v.listed' : `v.visible_to_lab and v.lab_id = ${bind(lab)}`)
  const isOfState: Part = (bind) => (state ? `and v.state = ${bind(state)}` : '')
  const rows: Part = (bind) => `vials v where v.domain_id = $1 and ${isVisible(bind)} ${isOfState(bind)}`
  const ofLab = lab === undefined ? [] : [`lab:${lab}`]
  const isKey =
    (...parts: string[]): Part =>
    (bind) =>
      `key = ${bind(parts.join('|') || 'all')}`
  const all: TalliedList = { list: 'vials', isKey: isKey(...ofLab), id: 'v.id', rows }
  return {
    matches: rowsOf('v.id', rows),
    order: orderOfVials(filter),
    long: state ? longByTallies({ ...all, isKey: isKey(...ofLab, `state:${state}`) }, all) : longByTallies(all),
  }
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
function fewVials(viewer: Viewer, filter: VialFilter): List {
  const lab = labOf(viewer)
  const rows: Part = (bind) => {
    const conditions = ['v.domain_id = $1', 'v.listed']
    if (lab !== undefined) conditions.push(`v.lab_id = ${bind(lab)}`, 'v.visible_to_lab')
    if (filter.state) conditions.push(`v.state = ${bind(filter.state)}`)
    if (filter.patient !== undefined) conditions.push(`v.user_id = ${bind(filter.patient)}`)
    if (filter.entry !== undefined) conditions.push(belongsToEntry(filter.entry, bind))
    if (filter.search) conditions.push(matchesSearch(filter.search, bind))
    return `vials v where ${conditions.join(' and ')}`
  }
  return { matches: rowsOf('v.id', rows), order: orderOfVials(filter) }
}

const belongsToEntry = (id: number, bind: Bind) => {
  const entry = bind(id)
  return `v.id in (
      select id from vials where domain_id = $1 and added_entry_id = ${entry} and state <> 'disposed'
      union all
      select id from vials where domain_id = $1 and shipped_entry_id = ${entry})`
}

/** Fewer characters would match thousands of a million codes, so they find nothing. */
const MIN_PREFIX_LENGTH = 3

/** Searches by code and by patient id, each with its own index. "[" follows Z, the last character of codes: it ends a prefix's range. */
function matchesSearch(search: string, bind: Bind): string {
  const prefix = parseVialCode(search) ?? normalizeVialCode(search)
  const byCode =
    prefix.length >= MIN_PREFIX_LENGTH
      ? [`select id from vials where domain_id = $1 and code >= ${bind(prefix)} and code < ${bind(`${prefix}[`)}`]
      : []
  const patient = /^\d{1,15}$/.test(search) ? Number(search) : null
  const byPatient = `select id from vials where domain_id = $1 and user_id = ${bind(patient)}::bigint`
  return `v.id in (${[...byCode, byPatient].join(' union all ')})`
}
