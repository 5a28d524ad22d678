/** Long lists of patients in an asked order, from the indexes of `patient_stages` (decision 070). */
import type { AllPatientsFilter, Stage } from '@vialdesk/contract/patients'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Bind, type Query, sumOfTallies } from '#api/db/paging.ts'
import { embedSql, type FilteredList, metByMany, type Order, pageInOrder, pageOfFiltered } from '#api/db/sorted-paging.ts'
import { mayNameByNumber } from '#api/features/accounts/lists/user-pages.queries.ts'
import { conditionsOf, stagesOf } from './patient-conditions.queries.ts'
import type { PatientGroups } from './patient-groups.queries.ts'
import { STAGE_NUMBER } from './patient-orders.queries.ts'

const id = 'p.user_id'

/** All patients of the domain, or those at some stages, which are merged from the index of each stage. */
export function pageOfDomainInOrder(db: Db, filter: AllPatientsFilter, order: Order): Query {
  const stages = stagesOf(filter.stage)
  if (stages) return pageOfStagesInOrder(db, stages, filter, order)
  const rows = () => 'patient_stages p where p.domain_id = $1'
  return pageInOrder(db, { count: () => sumOfTallies('patients', `key = 'all'`), id, rows }, order, filter)
}

const pageOfStagesInOrder = (db: Db, stages: readonly Stage[], filter: AllPatientsFilter, order: Order) =>
  pageInOrder(
    db,
    {
      count: (_, domain) => sumOfTallies('patients', `key = any(array(select 'stage:' || id from groups))`, domain),
      groups: sql`select unnest(${stages}::text[]) as id`.compile(db),
      id,
      rows: (_, domain) => `patient_stages p where p.domain_id = ${domain} and p.stage = groups.id`,
    },
    // The number of a stage is the same in its whole group, so its index needs no column for it.
    order.value === STAGE_NUMBER ? { ...order, value: 'stage_number(groups.id)' } : order,
    filter,
  )

/** The patients of some centers or reps. */
export function pageOfGroupsInOrder(
  db: Db,
  { ids, prefix, column }: PatientGroups,
  filter: AllPatientsFilter,
  order: Order,
): Query {
  const stages = stagesOf(filter.stage)
  // The blocks of a group are the stages.
  const isCounted = (bind: Bind) =>
    stages
      ? `and block in (select array_position(enum_range(null::patient_stage), s) from unnest(${bind(stages)}::patient_stage[]) s)`
      : ''
  return pageInOrder(
    db,
    {
      count: (bind, domain) =>
        sumOfTallies('patients', `key = any(array(select '${prefix}' || id from groups)) ${isCounted(bind)}`, domain),
      groups: ids.compile(db),
      id,
      rows: (bind, domain) =>
        `patient_stages p where p.domain_id = ${domain} and p.${column} = groups.id ${stages ? `and p.stage = any(${bind(stages)}::text[])` : ''}`,
    },
    order,
    filter,
  )
}

/** A filter of an admin, without a search. */
export function filterDomainInOrder(
  db: Db,
  list: Pick<FilteredList, 'own' | 'all' | 'matches'>,
  filter: AllPatientsFilter,
  order: Order,
): Promise<Query> {
  const rows = (bind: Bind, domain: string) => `patient_stages p
    where p.domain_id = ${domain} ${embedSql(db, conditionsOf(db, filter), bind)}`
  return pageOfFiltered(db, { ...list, id, rows }, order, filter)
}

/** A search of an admin. */
export function searchDomainInOrder(
  db: Db,
  list: Pick<FilteredList, 'own' | 'all' | 'matches'>,
  filter: AllPatientsFilter,
  search: string,
  order: Order,
): Promise<Query> {
  const rows = (bind: Bind, domain: string) => `patient_stages p
    where p.domain_id = ${domain} ${embedSql(db, conditionsOf(db, filter), bind)}
      and ${metByMany(`(
        select u.search @@ (select search_query(${domain}, ${bind(search)}))
        from users u
        where u.domain_id = p.domain_id
          and u.id = p.user_id)`)}`
  return pageOfFiltered(db, { ...list, id, rows, needsAllMatches: mayNameByNumber(search) }, order, filter)
}
