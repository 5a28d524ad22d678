/**
 * Commands that touch the vials of the same patients wait for each other, before anything of them is changed: whatever order their rows
 * come in, none holds what another waits for.
 */
import type { VialState } from '@vialdesk/contract/traced-vials'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { patientsSeenBy } from '#api/features/accounts/visible.queries.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

/** First the rows of the patients and of their centers, which a new vial holds as well, then the right to change the patients' vials. */
export async function holdPatients(db: Db, patients: readonly number[]): Promise<void> {
  await db.rows(
    `select from users u where u.domain_id = $1 and (u.id = any($2::bigint[])
       or u.id in (select p.harvest_center_id from users p where p.domain_id = $1 and p.id = any($2::bigint[]))) order by u.id for share`,
    [db.domainId, patients],
  )
  await db.rows(
    `select pg_advisory_xact_lock(hashtextextended('vials of ' || id, $1)) from (select unnest($2::bigint[]) as id order by 1) p`,
    [db.domainId, patients],
  )
}

/** An entry, held until the transaction ends; undefined when its patient is not the actor's to see. */
export async function holdEntry(db: Db, who: Pick<Actor, 'id' | 'role'>, id: number) {
  const seen = await db
    .selectFrom('vial_entries as e')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'e.domain_id').onRef('users.id', '=', 'e.user_id'))
    .select('e.user_id')
    .where('e.domain_id', '=', db.domainId)
    .where('e.id', '=', id)
    .where(patientsSeenBy(who))
    .executeTakeFirst()
  if (!seen) return undefined
  await holdPatients(db, [seen.user_id])
  return db
    .selectFrom('vial_entries')
    .select(['id', 'user_id', 'type', 'quantity', 'date', 'note', 'tracking_id'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
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

/**
 * The vials of a body, held until the transaction ends and as nobody else can change them any more, in the order given. Refuses with 422
 * unless each is of a patient that the actor may see; which one is not, and why, it does not say.
 */
export async function holdVials(db: Db, who: Pick<Actor, 'id' | 'role'>, ids: readonly number[]): Promise<HeldVial[]> {
  const seen = await db
    .selectFrom('vials')
    .innerJoin('users', (join) => join.onRef('users.domain_id', '=', 'vials.domain_id').onRef('users.id', '=', 'vials.user_id'))
    .select('vials.user_id')
    .where('vials.domain_id', '=', db.domainId)
    .where(sql<boolean>`vials.id = any(${ids}::bigint[])`)
    .where(patientsSeenBy(who))
    .execute()
  if (seen.length < ids.length) fail('invalid', { errors: { vials: ['Choose vials of your patients.'] } })
  await holdPatients(db, [...new Set(seen.map(({ user_id }) => user_id))])
  const held = await db.rows<HeldVial>(
    `select id, user_id, code, state, place, position, added_entry_id from vials
     where domain_id = $1 and id = any($2::bigint[]) order by id for no key update`,
    [db.domainId, ids],
  )
  const byId = new Map(held.map((vial) => [vial.id, vial]))
  return ids.map((id) => byId.get(id) as HeldVial)
}

/** What was done to the vials of several patients is recorded for each of them. */
export const byPatient = <Of extends { user_id: number }>(vials: readonly Of[]): Map<number, Of[]> =>
  Map.groupBy(
    vials.toSorted((a, b) => a.user_id - b.user_id),
    ({ user_id }) => user_id,
  )
