/** Pages of patients that are read and counted by tallies, newest first (decision 009). */
import { processingStages } from '@vialdesk/contract/lab-fields'
import type { AllPatientsFilter, Stage } from '@vialdesk/contract/patients'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { pageByTallies, pageOfGroups, type Query } from '#api/db/paging.ts'
import { stagesOf, tallyPrefixOf } from './patient-conditions.queries.ts'
import type { PatientGroups } from './patient-groups.queries.ts'

type TalliedFilter = Pick<AllPatientsFilter, 'stage' | 'never_signed_in' | 'limit' | 'offset'>

/** Reps have no tallies of patients who have never signed in. */
export const hasTallies = ({ prefix }: PatientGroups, { never_signed_in }: TalliedFilter) => !never_signed_in || prefix !== 'rep:'

/** The patients of the domain, or those at some stages. */
export function pageOfDomain(db: Db, filter: TalliedFilter): Query {
  const { stage } = filter
  if (stage === 'in_processing') return pageOfStages(db, processingStages, filter)
  return pageByTallies(
    db,
    {
      list: 'patients',
      key: tallyPrefixOf(filter) + (stage ? `stage:${stage}` : 'all'),
      id: 'p.user_id',
      rows: (bind) =>
        `patient_stages p where p.domain_id = $1 ${stage ? `and p.stage = ${bind(stage)}` : ''} ${neverSignedIn(filter)}`,
    },
    filter,
  )
}

const neverSignedIn = ({ never_signed_in }: TalliedFilter) => (never_signed_in ? 'and p.never_signed_in' : '')

const pageOfStages = (db: Db, stages: readonly Stage[], filter: TalliedFilter): Query =>
  pageOfGroups(
    db,
    sql`select unnest(${stages}::text[]) as id`.compile(db),
    {
      list: 'patients',
      prefix: `${tallyPrefixOf(filter)}stage:`,
      ids: { prefix: `${tallyPrefixOf(filter)}stage:`, bits: 10 },
      id: 'p.user_id',
      rows: (_, domain) => `patient_stages p where p.domain_id = ${domain} and p.stage = groups.id ${neverSignedIn(filter)}`,
    },
    filter,
  )

export function pageOfTalliedGroups(db: Db, { ids, prefix, column }: PatientGroups, filter: TalliedFilter): Query {
  const stages = stagesOf(filter.stage)
  return pageOfGroups(
    db,
    ids.compile(db),
    {
      list: 'patients',
      prefix: prefix === 'rep:' ? prefix : `${tallyPrefixOf(filter)}${prefix}`,
      ...(prefix === 'rep:' && !stages && { ids: { prefix: 'ids:rep:', bits: 12 } }),
      // The blocks of a group are the stages.
      ...(stages && {
        blocks: (bind) =>
          `block in (select array_position(enum_range(null::patient_stage), s) from unnest(${bind(stages)}::patient_stage[]) s)`,
      }),
      id: 'p.user_id',
      rows: (bind, domain) =>
        `patient_stages p where p.domain_id = ${domain} and p.${column} = groups.id ${stages ? `and p.stage = any(${bind(stages)}::text[])` : ''} ${neverSignedIn(filter)}`,
    },
    filter,
  )
}
