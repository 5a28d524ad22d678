/** Whose requests for labels someone may see, and for which centers someone may ask. */
import { membershipOf, type Role } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { findCentersOfStaff } from '#api/features/accounts/visible.queries.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

export type RequestGroup = 'base' | 'person'
const everything: readonly RequestGroup[] = ['base', 'person']

/** The groups of columns that each role gets of the requests that it may see. */
const requestGroups: Partial<Record<Role, readonly RequestGroup[]>> = {
  admin: everything,
  harvest_center: everything,
  referral_harvest_center: everything,
  hc_staff: everything,
}
export const groupsOfRequests = (role: Role | undefined) => (role && requestGroups[role]) ?? []

export interface AskingCenter {
  id: number
  role: 'harvest_center' | 'referral_harvest_center'
}

/** Ids of the centers whose requests the actor sees; null: all of the domain. */
export async function centersSeenBy(db: Db, { id, role }: Pick<Actor, 'id' | 'role'>): Promise<number[] | null> {
  if (role === 'admin') return null
  return role === 'hc_staff' ? findCentersOfStaff(db, id) : [id]
}

/** An active center that the actor may act for; undefined for any other. */
export async function findCenter(db: Db, actor: Actor, id: number): Promise<AskingCenter | undefined> {
  const centers = await centersSeenBy(db, actor)
  if (centers !== null && !centers.includes(id)) return undefined
  const found = await db
    .selectFrom('users')
    .select('subscription')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('subscription', 'in', [membershipOf.harvest_center, membershipOf.referral_harvest_center])
    .where('active', '=', true)
    .executeTakeFirst()
  return found && { id, role: found.subscription === membershipOf.harvest_center ? 'harvest_center' : 'referral_harvest_center' }
}

/** Refuses with not_found unless the actor may see this request. */
export async function demandRequest(db: Db, actor: Actor, id: number): Promise<void> {
  const centers = await centersSeenBy(db, actor)
  const found = await db
    .selectFrom('label_requests')
    .select('center_id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found || (centers !== null && !centers.includes(found.center_id))) fail('not_found')
}
