/**
 * Locks vials and their patients. Concurrent commands on the vials of a patient wait for each other before they change anything. So they
 * cannot deadlock, whatever the order of their rows.
 */
import type { VialReceiver } from '@vialdesk/contract/care/release-rules'
import type { VialState } from '@vialdesk/contract/care/single-vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { patientsSeenBy, seesPatient } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { failField } from '#api/platform/kernel/fail.ts'

/**
 * Locks the rows of the patients and of their centers, because inserting a vial locks them, too. Then locks the vials of each patient,
 * and last the lab records: vials are released by them, and change their counts.
 */
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
  await db.rows(
    `select
     from lab_records
     where domain_id = $1 and user_id = any($2::bigint[])
     order by user_id
     for no key update`,
    [db.domainId, patients],
  )
}

/**
 * Locks the patient of a request body, and refuses the field if the viewer may not see the patient. Visibility is checked after the lock,
 * because the patient may move to another lab before it.
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
    .select(sql<VialReceiver | null>`e.receiver`.as('receiver'))
    .where('e.domain_id', '=', db.domainId)
    .where('e.id', '=', id)
    .where(patientsSeenBy(viewer))

/** Locks an entry and its patient until the end of the transaction. Undefined unless the viewer sees the patient, also after the lock. */
export async function lockEntry(db: Db, viewer: Viewer, id: number) {
  const visible = await selectVisibleEntry(db, viewer, id).executeTakeFirst()
  if (!visible) return undefined
  await lockPatients(db, [visible.user_id])
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
 * Locks the vials of a request body until the end of the transaction, and returns them in the given order. Refuses the field unless the
 * viewer may see the patient of each vial, also after the lock. The refusal does not reveal which vial is wrong.
 */
export async function lockVials(db: Db, viewer: Viewer, ids: readonly number[]): Promise<LockedVial[]> {
  const visible = await selectVisibleVials(db, viewer, ids).execute()
  validateAllFound(visible, ids)
  await lockPatients(db, [...new Set(visible.map(({ user_id }) => user_id))])
  const locked = await selectVisibleVials(db, viewer, ids).orderBy('v.id').forNoKeyUpdate('v').execute()
  validateAllFound(locked, ids)
  const byId = new Map(locked.map((vial) => [vial.id, vial]))
  return ids.map((id) => byId.get(id) as LockedVial)
}

/** A change to the vials of several patients is audited for each patient. */
export const groupByPatient = <Vial extends { user_id: number }>(vials: readonly Vial[]): Map<number, Vial[]> =>
  Map.groupBy(
    vials.toSorted((a, b) => a.user_id - b.user_id),
    ({ user_id }) => user_id,
  )
