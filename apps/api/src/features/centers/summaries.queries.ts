/** Centers as the sales line and the lab that they belong to see them. */
import type { CenterSummary, Lab } from '@vialdesk/contract/centers'
import type { Paging } from '@vialdesk/contract/primitives'
import { membershipOf } from '@vialdesk/contract/roles'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import type { Viewer } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'
import { findPage } from './pages.queries.ts'

type CenterKind = 'harvest_center' | 'referral_harvest_center'

const place = 'u.id, u.company, u.city, u.state_desc, u.date_joined'

/** A harvest center may have thousands of patients, which the tallies know; a referral center has the few that it referred. */
const patientsOf: Record<CenterKind, string> = {
  harvest_center: `coalesce((select sum(t.n) from tallies t
    where t.domain_id = u.domain_id and t.list = 'patients' and t.key = 'center:' || u.id), 0)::bigint as patients`,
  referral_harvest_center: `(select count(*) from users p where p.domain_id = u.domain_id and p.referral_harvest_center_id = u.id
    and p.subscription = ${membershipOf.patient} and p.active) as patients`,
}
const inFull = (kind: CenterKind) => `${place}, u.email, u.phone_number, ${patientsOf[kind]}`

/** The active centers that a rep brought. Whether the caller may see the rep was asked before. */
export function findCentersOfRep(db: Db, rep: number, kind: CenterKind, page: Paging) {
  const text = `select c.id from users c
    where c.domain_id = $1 and c.line_rep_id = $4 and c.subscription = ${membershipOf[kind]} and c.active`
  return findPage<CenterSummary>(db, page, { text, values: [rep] }, inFull(kind))
}

/**
 * The active harvest centers of a lab: all of them for an admin and the lab itself; for a center of that lab only itself; for
 * an observer of it all, without what would tell whom to call or how much each has to do. For everyone else there is no such lab.
 */
export async function findCentersOfLab(db: Db, viewer: Viewer, lab: number, page: Paging) {
  const found = await getOwnLab(db, viewer, lab)
  const text = `select c.id from centers_of_lab($4) l (id) join users c on c.domain_id = $1 and c.id = l.id
    where $5::bigint is null or c.id = $5`
  const itself = viewer.role === 'harvest_center' ? viewer.id : null
  const columns = viewer.role === 'observer' ? place : inFull('harvest_center')
  return { lab: found, ...(await findPage<CenterSummary>(db, page, { text, values: [lab, itself] }, columns)) }
}

async function getOwnLab(db: Db, { id, role }: Viewer, lab: number) {
  const found = await db
    .selectFrom('users as lab')
    .select(['lab.id', 'lab.company'])
    .where('lab.domain_id', '=', db.domainId)
    .where('lab.id', '=', lab)
    .where('lab.subscription', '=', membershipOf.lab)
    .where(
      role === 'admin'
        ? sql<boolean>`true`
        : sql<boolean>`lab.active and (lab.id = ${id} or exists (
            select from users me where me.domain_id = ${db.domainId} and me.id = ${id} and me.lab_id = lab.id))`,
    )
    .executeTakeFirst()
  return found ?? fail('not_found')
}

/** Active labs by name with the number of their active harvest centers; a lab gets itself alone. */
export function findLabs(db: Db, { id, role }: Viewer): Promise<z.infer<typeof Lab>[]> {
  const text = `select u.id, u.company, u.email, u.phone_number, (select count(*) from centers_of_lab(u.id)) as centers
    from users u where u.domain_id = $1 and u.subscription = ${membershipOf.lab} and u.active and ($2::bigint is null or u.id = $2)
    order by u.company, u.id`
  return db.rows(text, [db.domainId, role === 'admin' ? null : id])
}
