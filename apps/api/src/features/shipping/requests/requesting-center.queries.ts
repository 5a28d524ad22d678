/** Finds the center that requests labels and pays processing fees. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import { centersServedBy } from '#api/features/visibility/visible.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export type CenterRole = 'harvest_center' | 'referral_harvest_center'
export interface RequestingCenter {
  id: number
  role: CenterRole
  /** The viewer is an admin, perhaps in the account of the center. */
  byAdmin: boolean
}

/** An active center that the viewer is, or works for. */
export async function findRequestingCenter(db: Db, viewer: Actor, id: number): Promise<RequestingCenter | undefined> {
  const found = await db.findRow(
    'users',
    ['subscription'],
    { id, subscription: [membershipIds.harvest_center, membershipIds.referral_harvest_center], active: true },
    centersServedBy(viewer, 'users.id'),
  )
  const role = found?.subscription === membershipIds.harvest_center ? 'harvest_center' : 'referral_harvest_center'
  return found && { id, role, byAdmin: viewer.role === 'admin' || viewer.kind === 'impersonation' }
}

/** Like `findRequestingCenter`, but fails with not_found unless the center has the given role. */
export async function getRequestingCenter(db: Db, viewer: Actor, id: number, role: CenterRole): Promise<RequestingCenter> {
  const center = await findRequestingCenter(db, viewer, id)
  return center?.role === role ? center : fail('not_found')
}
