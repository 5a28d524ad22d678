/** The center that asks for a label, or that paid the processing fees of a list. */
import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { centersServedBy } from '#api/features/accounts/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

export type AskingKind = 'harvest_center' | 'referral_harvest_center'
export interface AskingCenter {
  id: number
  role: AskingKind
}

/** An active center for which the viewer works; undefined for any other. */
export async function findAskingCenter(db: Db, viewer: Viewer, id: number): Promise<AskingCenter | undefined> {
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
export async function getAskingCenter(db: Db, viewer: Viewer, id: number, kind: AskingKind): Promise<AskingCenter> {
  const center = await findAskingCenter(db, viewer, id)
  return center?.role === kind ? center : fail('not_found')
}
