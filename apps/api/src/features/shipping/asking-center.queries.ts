/** The center that asks for a label, or that paid the processing fees of a list. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { centersServedBy } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

export type CenterRole = 'harvest_center' | 'referral_harvest_center'
export interface RequestingCenter {
  id: number
  role: CenterRole
}

/** An active center for which the viewer works; undefined for any other. */
export async function findRequestingCenter(db: Db, viewer: Viewer, id: number): Promise<RequestingCenter | undefined> {
  const found = await db
    .selectFrom('users')
    .select('users.subscription')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where('users.subscription', 'in', [membershipIds.harvest_center, membershipIds.referral_harvest_center])
    .where('users.active', '=', true)
    .where(centersServedBy(viewer, 'users.id'))
    .executeTakeFirst()
  return found && { id, role: found.subscription === membershipIds.harvest_center ? 'harvest_center' : 'referral_harvest_center' }
}

/** The same, of one kind; not_found for any other. */
export async function getRequestingCenter(db: Db, viewer: Viewer, id: number, kind: CenterRole): Promise<RequestingCenter> {
  const center = await findRequestingCenter(db, viewer, id)
  return center?.role === kind ? center : fail('not_found')
}
