/** Options of centers and labs for selects. */
import type { CenterName } from '@vialdesk/contract/base/primitives'
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { usersSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export type CenterOption = z.infer<typeof CenterName>

/** Active centers or labs that the viewer may see, by name. */
export function findCenterOptions(db: Db, viewer: Viewer, role: Role): Promise<CenterOption[]> {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.company'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.subscription', '=', membershipIds[role])
    .where('users.active', '=', true)
    .where(usersSeenBy(viewer))
    .orderBy('users.company')
    .orderBy('users.id')
    .execute()
}

/** Fails with not_found unless this is an active user of the role. The same for every viewer. */
export async function assertActiveUser(db: Db, id: number, role: Role): Promise<void> {
  const found = await db.findRow('users', ['id'], { id, subscription: membershipIds[role], active: true })
  if (!found) fail('not_found')
}
