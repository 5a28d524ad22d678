/** Options of centers and labs for selects, and the lists of all centers. */
import type { UserSort } from '@vialdesk/contract/accounts'
import type { CenterRow } from '@vialdesk/contract/centers'
import type { CenterName, Paging } from '@vialdesk/contract/primitives'
import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { findUserPage } from '#api/features/accounts/lists/user-pages.queries.ts'
import { usersSeenBy } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

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
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('subscription', '=', membershipIds[role])
    .where('active', '=', true)
    .executeTakeFirst()
  if (!found) fail('not_found')
}

type Row = z.infer<typeof CenterRow>
const columns =
  'u.id, u.company, u.first_name, u.last_name, u.email, u.phone_number, u.date_joined, u.line_rep_id as saless_rep_id'

/** A page of all active centers of the role, newest first. */
export const findCenters = (
  db: Db,
  role: 'harvest_center' | 'referral_harvest_center',
  filter: Paging & { search?: string | undefined; sort?: UserSort | undefined },
) => findUserPage<Row>(db, { ...filter, membership: membershipIds[role] }, { columns })
