/** Centers and labs to choose from, and the list of referral centers. */
import type { CenterRow } from '@vialdesk/contract/centers'
import type { Center, Paging } from '@vialdesk/contract/primitives'
import { membershipOf, type Role } from '@vialdesk/contract/roles'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { findUserPage } from '#api/features/accounts/lists.queries.ts'
import { usersSeenBy } from '#api/features/accounts/visible.queries.ts'
import type { Actor } from '#api/platform/actor.ts'

/** Active centers or labs that the actor may see, by name. */
export function findCenterOptions(db: Db, actor: Pick<Actor, 'id' | 'role'>, kind: Role): Promise<z.infer<typeof Center>[]> {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.company'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.subscription', '=', membershipOf[kind])
    .where('users.active', '=', true)
    .where(usersSeenBy(actor))
    .orderBy('users.company')
    .orderBy('users.id')
    .execute()
}

type Row = z.infer<typeof CenterRow>
const columns =
  'u.id, u.company, u.first_name, u.last_name, u.email, u.phone_number, u.date_joined, u.line_rep_id as saless_rep_id'

export const findReferralCenters = (db: Db, filter: Paging & { search?: string | undefined }) =>
  findUserPage<Row>(db, { ...filter, membership: membershipOf.referral_harvest_center }, { columns })
