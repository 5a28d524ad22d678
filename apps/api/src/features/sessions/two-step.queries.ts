import type { TwoStep } from '@vialdesk/contract/sessions'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'

/** Whether a code is asked for after the password. */
export async function hasTwoStep(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('two_step_sign_ins')
    .select('user_id')
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export const isTwoStepRequired = (domain: Domain, { subscription }: Pick<Actor, 'subscription'>) =>
  domain.two_step_memberships.includes(subscription)

export async function getTwoStep(db: Db, domain: Domain, actor: Actor): Promise<TwoStep> {
  const kept = await lockTwoStep(db, actor.id, 'look')
  const on = kept !== undefined && kept.confirmed_at !== null
  return { enabled: on, demanded: isTwoStepRequired(domain, actor), recovery_codes_left: on ? kept.recovery_hashes.length : 0 }
}

/** What is kept of somebody's two-step sign-in; held to the end of the transaction unless it is only looked at. */
export function lockTwoStep(db: Db, userId: number, how: 'hold' | 'look' = 'hold') {
  const kept = db
    .selectFrom('two_step_sign_ins')
    .select(['sealed_secret', 'begun_at', 'confirmed_at', 'last_step', 'recovery_hashes'])
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
  return (how === 'hold' ? kept.forUpdate() : kept).executeTakeFirst()
}
