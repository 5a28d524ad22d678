/**
 * Commands that touch the vials of the same patients wait for each other, before anything of them is changed: whatever order their rows
 * come in, none holds what another waits for.
 */
import type { VialState } from '@vialdesk/contract/traced-vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { getVisiblePatient, patientsSeenBy } from '#api/features/accounts/visible.queries.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail, Refusal } from '#api/platform/fail.ts'

/** First the rows of the patients and of their centers, which a new vial holds as well, then the right to change the patients' vials. */
async function holdPatients(db: Db, patients: readonly number[]): Promise<void> {
  await db.rows(
    `select from users u where u.domain_id = $1 and u.id in (select unnest($2::bigint[])
       union select p.harvest_center_id from users p where p.domain_id = $1 and p.id = any($2::bigint[])) order by u.id for share`,
    [db.domainId, patients],
  )
  await db.rows(
    `select pg_advisory_xact_lock(hashtextextended('vials of ' || id, $1)) from (select unnest($2::bigint[]) as id order by 1) p`,
    [db.domainId, patients],
  )
}

type Who = Pick<Actor, 'id' | 'role'>

/**
 * The patient that a body names. An id in a body is a field of it: when it leads nowhere, the field is wrong. Asked while the patient is held:
 * before that it may have gone to another lab, or out of the lists.
 */
export async function holdPatient(db: Db, who: Who, id: number): Promise<void> {
  await holdPatients(db, [id])
  try {
    await getVisiblePatient(db, who, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found')
      fail('invalid', { errors: { user: ['This patient does not exist.'] } })
    throw error
  }
}

const entrySeen = (db: Db, who: Who, id: number) =>
  db
    .selectFrom('vial_entries as e')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'e.domain_id').onRef('users.id', '=', 'e.user_id'))
    .select(['e.id', 'e.user_id', 'e.type', 'e.quantity', 'e.date', 'e.note', 'e.tracking_id'])
    .where('e.domain_id', '=', db.domainId)
    .where('e.id', '=', id)
    .where(patientsSeenBy(who))

/** An entry, held until the transaction ends; undefined when its patient is not the actor's to see, or is not any more. */
export async function holdEntry(db: Db, who: Who, id: number) {
  const seen = await entrySeen(db, who, id).executeTakeFirst()
  if (!seen) return undefined
  await holdPatients(db, [seen.user_id])
  return entrySeen(db, who, id).forNoKeyUpdate('e').executeTakeFirst()
}

export interface HeldVial {
  id: number
  user_id: number
  code: string
  state: VialState
  place: string
  position: string
  added_entry_id: number | null
}

const vialsSeen = (db: Db, who: Who, ids: readonly number[]) =>
  db
    .selectFrom('vials as v')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'v.domain_id').onRef('users.id', '=', 'v.user_id'))
    .select(['v.id', 'v.user_id', 'v.code', 'v.place', 'v.position', 'v.added_entry_id', sql<VialState>`v.state`.as('state')])
    .where('v.domain_id', '=', db.domainId)
    .where(sql<boolean>`v.id = any(${ids}::bigint[])`)
    .where(patientsSeenBy(who))

const demandAll = (found: readonly HeldVial[], ids: readonly number[]) => {
  if (found.length < ids.length) fail('invalid', { errors: { vials: ['Choose vials of your patients.'] } })
}

/**
 * The vials of a body, held until the transaction ends and as nobody else can change them any more, in the order given. Refuses with 422
 * unless each is of a patient that the actor may see, still when it is held; which one is not, and why, it does not say.
 */
export async function holdVials(db: Db, who: Who, ids: readonly number[]): Promise<HeldVial[]> {
  const seen = await vialsSeen(db, who, ids).execute()
  demandAll(seen, ids)
  await holdPatients(db, [...new Set(seen.map(({ user_id }) => user_id))])
  const held = await vialsSeen(db, who, ids).orderBy('v.id').forNoKeyUpdate('v').execute()
  demandAll(held, ids)
  const byId = new Map(held.map((vial) => [vial.id, vial]))
  return ids.map((id) => byId.get(id) as HeldVial)
}

/** What was done to the vials of several patients is recorded for each of them. */
export const byPatient = <Of extends { user_id: number }>(vials: readonly Of[]): Map<number, Of[]> =>
  Map.groupBy(
    vials.toSorted((a, b) => a.user_id - b.user_id),
    ({ user_id }) => user_id,
  )
