/** Centers as their sales line and their lab see them. */

import type { Paging, Sort } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import {
  CenterKind,
  type CenterSummary,
  type Lab,
  type TeamCenter,
  type TeamCenterFilter,
} from '@vialdesk/contract/people/centers'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { rowsOf } from '#api/db/list-pages.ts'
import { embed, hasWords, type Part } from '#api/db/paging.ts'
import { orderOf, sortedText } from '#api/db/sorted-paging.ts'
import { personOf } from '#api/db/user-sql.ts'
import { readUsers } from '#api/features/accounts/lists/user-pages.queries.ts'
import { repsOf } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { validateSummarySort } from './validate-sort.commands.ts'

const placeColumns = 'u.id, u.company, u.city, u.state_desc, u.date_joined'

/** A harvest center may have thousands of patients, so these are tallied. A referral center has few patients. */
export const patientCountSql: Record<CenterKind, string> = {
  harvest_center: `
    coalesce((
      select sum(t.n)
      from tallies t
      where t.domain_id = u.domain_id
        and t.list = 'patients'
        and t.key = 'center:' || u.id), 0)::bigint`,
  referral_harvest_center: `(
      select count(*)
      from users p
      where p.domain_id = u.domain_id
        and p.referral_harvest_center_id = u.id
        and p.subscription = ${membershipIds.patient}
        and p.active)`,
}
const allColumns = (kind: CenterKind) => `${placeColumns}, u.email, u.phone_number, ${patientCountSql[kind]} as patients`

type SummaryFilter = Paging & { sort?: Sort<'company' | 'joined' | 'patients'> | undefined }

const orderOfCenters = (patientCount: string, { sort }: SummaryFilter) =>
  orderOf(sort, {
    company: sortedText('u.company'),
    joined: { value: 'u.date_joined' },
    patients: { value: patientCount },
  })

/** The active centers that a rep brought. The caller has checked that the viewer may see the rep. */
export function findCentersOfRep(db: Db, rep: number, kind: CenterKind, filter: SummaryFilter) {
  const rows: Part = (bind) => `users u
    where u.domain_id = $1
      and u.line_rep_id = ${bind(rep)}
      and u.subscription = ${membershipIds[kind]}
      and u.active`
  const list = { matches: rowsOf('u.id', rows), order: orderOfCenters(patientCountSql[kind], filter) }
  return readUsers<CenterSummary>(db, list, filter, { columns: allColumns(kind) })
}

const patientsOfAnyKind = `case u.subscription
        when ${membershipIds.harvest_center} then ${patientCountSql.harvest_center}
        else ${patientCountSql.referral_harvest_center}
      end`

/** A page of the active centers that the reps below the viewer brought. */
export function findCentersOfTeam(db: Db, viewer: Viewer, filter: TeamCenterFilter) {
  const { kind, sales_rep_id: rep, search } = filter
  const kinds = (kind ? [kind] : CenterKind.options).map((each) => membershipIds[each])
  const reps = embed(repsOf(viewer).compile(db))
  const rows: Part = (bind) => `users u
    where u.domain_id = $1
      and u.line_rep_id in ${reps(bind)}
      and u.subscription = any(${bind(kinds)}::smallint[])
      and u.active
      ${rep ? `and u.line_rep_id = ${bind(rep)}` : ''}
      ${search ? `and ${hasWords('u', search, bind)}` : ''}`
  const list = { matches: rowsOf('u.id', rows), order: orderOfCenters(patientsOfAnyKind, filter) }
  return readUsers<TeamCenter>(db, list, filter, {
    columns: `${placeColumns}, u.email, u.phone_number,
      case u.subscription when ${membershipIds.harvest_center} then 'harvest_center' else 'referral_harvest_center' end as kind,
      ${personOf('rep')} as sales_rep,
      ${patientsOfAnyKind} as patients`,
    joins: 'left join users rep on rep.domain_id = u.domain_id and rep.id = u.line_rep_id',
  })
}

const centersOf =
  (lab: number, only: number | undefined): Part =>
  (bind) =>
    `centers_of_lab(${bind(lab)}) l (id)
    join users u on u.domain_id = $1 and u.id = l.id
    where ${only === undefined ? 'true' : `u.id = ${bind(only)}`}`

/**
 * The active harvest centers of a lab. An admin and the lab itself see all of them, and a center of the lab only itself. An observer of the
 * lab sees all of them without contact data and numbers of patients. For other users the lab does not exist.
 */
export async function findCentersOfLab(db: Db, viewer: Viewer, lab: number, filter: SummaryFilter) {
  validateSummarySort(viewer.role, filter.sort)
  const found = await getVisibleLab(db, viewer, lab)
  const columns = viewer.role === 'observer' ? placeColumns : allColumns('harvest_center')
  const only = viewer.role === 'harvest_center' ? viewer.id : undefined
  const order = orderOfCenters(patientCountSql.harvest_center, filter)
  return {
    lab: found,
    ...(await readUsers<CenterSummary>(db, { matches: rowsOf('u.id', centersOf(lab, only)), order }, filter, { columns })),
  }
}

async function getVisibleLab(db: Db, { id, role }: Viewer, lab: number) {
  const found = await db
    .selectFrom('users as lab')
    .select(['lab.id', 'lab.company'])
    .where('lab.domain_id', '=', db.domainId)
    .where('lab.id', '=', lab)
    .where('lab.subscription', '=', membershipIds.lab)
    .where(
      role === 'admin'
        ? sql<boolean>`true`
        : sql<boolean>`lab.active and (lab.id = ${id} or exists (
            select
            from users me
            where me.domain_id = ${db.domainId}
              and me.id = ${id}
              and me.lab_id = lab.id))`,
    )
    .executeTakeFirst()
  return found ?? fail('not_found')
}

/** Active labs by name with the number of their active harvest centers. A lab gets only itself. */
export function findLabs(db: Db, { id, role }: Viewer): Promise<z.infer<typeof Lab>[]> {
  const text = `
    select u.id, u.company, u.email, u.phone_number, (select count(*) from centers_of_lab(u.id)) as centers
    from users u
    where u.domain_id = $1
      and u.subscription = ${membershipIds.lab}
      and u.active
      and ($2::bigint is null or u.id = $2)
    order by u.company, u.id`
  return db.rows(text, [db.domainId, role === 'admin' ? null : id])
}
