/**
 * Lists of patients. The statement depends on the viewer and the filter, so that it reads only patients that the viewer may
 * see. Each statement finds exactly the patients of `patientsSeenBy`.
 */
import type { PatientFilter, Stage } from '@vialdesk/contract/people/patients'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { foundBy, type List, longByTallies, pageOfList } from '#api/db/list-pages.ts'
import { findPageIds, hasWords, type Part } from '#api/db/paging.ts'
import { metByMany, type Order, orderOf, type SortValues } from '#api/db/sorted-paging.ts'
import { mayNameByNumber } from '#api/features/accounts/lists/user-pages.queries.ts'
import { seesPersons } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import {
  chosenGroups,
  conditionsOf,
  isNarrow,
  keyOf,
  type PatientGroups,
  type PatientListFilter,
  stageGroups,
  talliedPatients,
  viewerGroupsOf,
} from './patient-conditions.queries.ts'
import {
  foundPatients,
  patientSearch,
  patientsOfFilter,
  patientsOfLine,
  seenPatients,
  visiblePatients,
} from './patient-matches.queries.ts'
import { validatePatientFilter, validatePatientSort } from './validate-sort.commands.ts'

/** SQL of the place of a patient's stage in the order of the stages. */
const STAGE_NUMBER = 'stage_number(p.stage)'
/** All values of the orders are in `patient_stages`, because sales roles sort without reading the person. */
const byId = { value: 'p.user_id' }
const values: SortValues<'id' | 'name' | 'stage' | 'received' | 'expected'> = {
  id: byId,
  name: { value: 'p.sort_name' },
  stage: { value: STAGE_NUMBER },
  received: { value: 'p.received', nullable: true },
  expected: { value: 'p.expected', nullable: true },
}

function patientOrderOf({ sort, stage }: Pick<PatientFilter, 'sort' | 'stage'>): Order | undefined {
  const order = orderOf(sort, values)
  // All rows have the same stage, and the index of stages begins with the rows of the stages before.
  const isOneStage = stage !== undefined && stage !== 'in_processing'
  return order && isOneStage && order.value === STAGE_NUMBER ? { ...order, ...byId } : order
}

/** A page of the patients that the viewer may see. */
export const findPatientIds = async (db: Db, viewer: Viewer, filter: PatientListFilter) => {
  validatePatientSort(viewer.role, filter.sort)
  validatePatientFilter(viewer.role, filter)
  return findPageIds(db, await pageOfList(db, listPatients(db, viewer, filter), filter))
}

interface Asked {
  db: Db
  viewer: Viewer
  filter: PatientListFilter
  search: string
  /** Of a lab or a sales role. These and admins see many patients. */
  own: PatientGroups | undefined
  seesMany: boolean
  chosen: PatientGroups | undefined
}

/** How the rows of a case are found. */
type Found = Pick<List, 'matches' | 'long' | 'order'>

/** The first case that fits finds the list. */
const cases: { when: (asked: Asked) => unknown; find: (asked: Asked) => Found }[] = [
  {
    when: ({ search, own, viewer }) => search && own && !seesPersons(viewer.role),
    find: ({ db, own, filter, search }) => ({ matches: patientsOfLine(db, (own as PatientGroups).ids, filter, search) }),
  },
  { when: ({ filter }) => filter.arrived, find: findSeen },
  {
    // Admins and labs have too many patients to read all of them in a search.
    when: ({ search, viewer, filter }) => search && !filter.center && (viewer.role === 'admin' || viewer.role === 'lab'),
    find: findByWords,
  },
  { when: ({ search, filter }) => search || filter.center, find: findSeen },
  // Reps have no tallies of patients who have never signed in.
  { when: ({ chosen, filter }) => chosen && !(filter.never_signed_in && chosen.prefix === 'rep:'), find: findChosen },
  {
    when: ({ filter, seesMany }) => isNarrow(filter) && seesMany,
    find: ({ db, own, filter }) => ({ matches: patientsOfFilter(db, own, filter) }),
  },
  { when: ({ seesMany }) => seesMany, find: findMany },
  { when: () => true, find: findSeen },
]

function listPatients(db: Db, viewer: Viewer, filter: PatientListFilter): List {
  const own = viewerGroupsOf(viewer)
  const seesMany = viewer.role === 'admin' || own !== undefined
  const chosen = chosenGroups(viewer, filter)
  const asked = { db, viewer, filter, search: filter.search ?? '', own, seesMany, chosen }
  const found = (cases.find(({ when }) => when(asked)) as (typeof cases)[number]).find(asked)
  // Patients by due date are ordered by it, the longest overdue first; all others by age.
  const ownOrder = { columns: ', p.due', order: filter.due ? 'due, id' : 'id desc' }
  return { order: patientOrderOf(filter), ownOrder, ...found }
}

function findSeen({ db, viewer, filter }: Asked): Found {
  return { matches: seenPatients(db, viewer, filter) }
}

/** The patients of one tallied group. The indexes of the orders of a group do not tell who has never signed in. */
function findChosen({ db, own, filter, chosen }: Asked): Found {
  const { page, inOrder } = longByTallies(talliedPatients(db, chosen, filter))
  return { matches: patientsOfFilter(db, own, filter), long: filter.never_signed_in ? { page } : { page, inOrder } }
}

/** All patients of an admin, a lab or a sales role, or those at some stages. */
function findMany({ db, own, filter }: Asked): Found {
  const groups = own ?? stageGroups(filter)
  const { stage } = filter
  const tallied = talliedPatients(db, groups, filter)
  const long = longByTallies(tallied, filter.never_signed_in && { isKey: keyOf(groups, { stage }) })
  const found = { matches: patientsOfFilter(db, own, filter), long }
  const order = patientOrderOf(filter)
  const isByStage = groups?.column === 'stage' && order?.value === STAGE_NUMBER && !filter.never_signed_in
  // The number of a stage is the same in its whole group, so its index needs no column for it.
  return isByStage ? { ...found, order: { ...order, value: 'stage_number(groups.id)' } } : found
}

/** Searches the words of the person and the id. Uses the index of words, or for a lab the index of its centers. */
function findByWords({ db, viewer, filter, search }: Asked): Found {
  const matches = foundPatients(db, viewer, filter, search)
  if (filter.stage || filter.never_signed_in || isNarrow(filter)) return { matches }
  const page = foundBy('find_users_page', patientSearch(db, viewer, search))
  // A lab's search reads all patients of the lab anyway, so they are sorted.
  if (viewer.role === 'lab' || mayNameByNumber(search)) return { matches, long: { page } }
  const words: Part = (bind) => `(
        select ${hasWords('u', search, bind)}
        from users u
        where u.domain_id = p.domain_id
          and u.id = p.user_id)`
  const rows: Part = (bind) => `patient_stages p
    where p.domain_id = $1 ${conditionsOf(db, filter)(bind)}
      and ${metByMany(words(bind))}`
  const { inOrder } = longByTallies({ ...talliedPatients(db, undefined, {}), rows })
  return { matches, long: { page, inOrder, isFiltered: true } }
}

/** The number of visible patients at each stage, in the order of the stages. A stage without patients has 0. */
export async function countStages(db: Db, viewer: Viewer): Promise<{ stage: Stage; count: number }[]> {
  const { rows } = await sql<{ stage: Stage; count: number }>`
    select s.stage, coalesce(c.n, 0) as count
    from unnest(enum_range(null::patient_stage)) with ordinality s (stage, place)
    left join (${stageCounts(db, viewer)}) c on c.stage = s.stage::text
    order by s.place`.execute(db)
  return rows
}

/** Sums tallies for admins, labs and sales roles. Counts the few patients of other viewers. */
function stageCounts(db: Db, viewer: Viewer) {
  if (viewer.role === 'admin') {
    return sql`
      select substr(t.key, 7) as stage, sum(t.n) as n
      from tallies t
      where t.domain_id = ${db.domainId}
        and t.list = 'patients'
        and t.key in (select 'stage:' || s from unnest(enum_range(null::patient_stage)) s)
      group by 1`
  }
  const groups = viewerGroupsOf(viewer)
  if (groups) {
    return sql`
      select (enum_range(null::patient_stage))[t.block]::text as stage, sum(t.n) as n
      from tallies t
      where t.domain_id = ${db.domainId}
        and t.list = 'patients'
        and t.key = any(array(select ${sql.lit(groups.prefix)} || g.id from ${groups.ids} g))
      group by 1`
  }
  return visiblePatients(db, viewer)
    .select(['p.stage', sql`count(*)`.as('n')])
    .groupBy('p.stage')
}
