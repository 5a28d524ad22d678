import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export interface Agreement {
  accepted: boolean
  accepted_at: string | null
}

/** Admins and child sessions need no acceptance, so their agreement counts as accepted without a time. */
export async function getAgreement(db: Db, actor: Actor): Promise<Agreement> {
  const { agreement_accepted_at: accepted_at } = await db.getRow('users', ['agreement_accepted_at'], { id: actor.id })
  return { accepted: accepted_at !== null || actor.role === 'admin' || actor.kind !== 'own', accepted_at }
}

/** An active harvest center with the versions of its links and its active sales rep; fails with not_found. */
export async function getInvitingCenter(db: Db, id: number) {
  const found = await db
    .selectFrom('users as center')
    .leftJoin('users as rep', (join) =>
      join
        .onRef('rep.domain_id', '=', 'center.domain_id')
        .onRef('rep.id', '=', 'center.sales_rep_id')
        .on('rep.active', '=', true),
    )
    .select([
      'center.id',
      'center.company',
      'center.staff_link_version',
      'center.referral_link_version',
      'rep.id as sales_rep_id',
    ])
    .where('center.domain_id', '=', db.domainId)
    .where('center.id', '=', id)
    .where('center.subscription', '=', membershipIds.harvest_center)
    .where('center.active', '=', true)
    .executeTakeFirst()
  return found ?? fail('not_found')
}
