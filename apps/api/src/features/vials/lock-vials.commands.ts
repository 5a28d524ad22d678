/**
 * Locks vials and their patients. Commands on the vials of the same patients wait for each other before they change anything, so that
 * they cannot deadlock, in whatever order the rows come.
 */
import type { VialState } from '@vialdesk/contract/single-vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { patientsSeenBy, seesPatient } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

/** Locks the rows of the patients and of their centers, which a new vial locks too, then the vials of the patients. */
async function lockPatients(db: Db, patients: readonly number[]): Promise<void> {
  await db.rows(
    `select
     from users u
     where u.domain_id = $1 and u.id in (
       select unnest($2::bigint[])
       union
       select p.harvest_center_id
       from users p
       where p.domain_id = $1 and p.id = any($2::bigint[]))
     order by u.id
     for share`,
    [db.domainId, patients],
  )
  await db.rows(
    `select pg_advisory_xact_lock(hashtextextended('vials of ' || id, $1))
     from (select unnest($2::bigint[]) as id order by 1) p`,
    [db.domainId, patients],
  )
}

/**
 * Locks the patient that a body names; an unknown id is a wrong field. Visibility is asked after the lock, because the patient may have gone
 * to another lab before it.
 */
export async function lockPatient(db: Db, viewer: Viewer, id: number): Promise<void> {
  await lockPatients(db, [id])
  if (!(await seesPatient(db, viewer, id))) failField('user', 'This patient does not exist.')
}

const selectVisibleEntry = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom('vial_entries as e')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'e.domain_id').onRef('users.id', '=', 'e.user_id'))
    .select(['e.id', 'e.user_id', 'e.type', 'e.quantity', 'e.date', 'e.note', 'e.tracking_id'])
    .where('e.domain_id', '=', db.domainId)
    .where('e.id', '=', id)
    .where(patientsSeenBy(viewer))

/** An entry, locked until the transaction ends; undefined when the viewer may not see its patient, or no longer. */
export async function lockEntry(db: Db, viewer: Viewer, id: number) {
  const seen = await selectVisibleEntry(db, viewer, id).executeTakeFirst()
  if (!seen) return undefined
  await lockPatients(db, [seen.user_id])
  return selectVisibleEntry(db, viewer, id).forNoKeyUpdate('e').executeTakeFirst()
}

export interface LockedVial {
  id: number
  user_id: number
  code: string
  state: VialState
  place: string
  position: string
  added_entry_id: number | null
}

const selectVisibleVials = (db: Db, viewer: Viewer, ids: readonly number[]) =>
  db
    .selectFrom('vials as v')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'v.domain_id').onRef('users.id', '=', 'v.user_id'))
    .select(['v.id', 'v.user_id', 'v.code', 'v.place', 'v.position', 'v.added_entry_id', sql<VialState>`v.state`.as('state')])
    .where('v.domain_id', '=', db.domainId)
    .where(sql<boolean>`v.id = any(${ids}::bigint[])`)
    .where(patientsSeenBy(viewer))

const validateAllFound = (found: readonly LockedVial[], ids: readonly number[]) => {
  if (found.length < ids.length) failField('vials', 'Choose vials of your patients.')
}

/**
 * The vials of a body, locked until the transaction ends, in the given order. Refuses with 422 unless the viewer may see the patient of each
 * vial, also after the lock. The refusal does not say which vial is wrong.
 */
export async function lockVials(db: Db, viewer: Viewer, ids: readonly number[]): Promise<LockedVial[]> {
  const seen = await selectVisibleVials(db, viewer, ids).execute()
  validateAllFound(seen, ids)
  await lockPatients(db, [...new Set(seen.map(({ user_id }) => user_id))])
  const held = await selectVisibleVials(db, viewer, ids).orderBy('v.id').forNoKeyUpdate('v').execute()
  validateAllFound(held, ids)
  const byId = new Map(held.map((vial) => [vial.id, vial]))
  return ids.map((id) => byId.get(id) as LockedVial)
}

/** By patient, because a change to the vials of several patients is audited for each of them. */
export const groupByPatient = <Of extends { user_id: number }>(vials: readonly Of[]): Map<number, Of[]> =>
  Map.groupBy(
    vials.toSorted((a, b) => a.user_id - b.user_id),
    ({ user_id }) => user_id,
  )
