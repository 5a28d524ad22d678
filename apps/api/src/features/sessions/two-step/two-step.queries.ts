import type { TwoStep } from '@vialdesk/contract/people/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'

/** Whether a login needs a code after the password. */
export async function hasTwoStep(db: Db, userId: number): Promise<boolean> {
  const isOn = sql<boolean>`confirmed_at is not null`
  return (await db.findRow('two_step_sign_ins', ['user_id'], { user_id: userId }, isOn)) !== undefined
}

export const isTwoStepRequired = (domain: Domain, { subscription }: Pick<Actor, 'subscription'>) =>
  domain.two_step_memberships.includes(subscription)

export async function getTwoStep(db: Db, domain: Domain, actor: Actor): Promise<TwoStep> {
  const row = await selectTwoStep(db, actor.id).executeTakeFirst()
  const enabled = row !== undefined && row.confirmed_at !== null
  return {
    enabled,
    demanded: isTwoStepRequired(domain, actor),
    recovery_codes_left: enabled ? row.recovery_hashes.length : 0,
  }
}

const selectTwoStep = (db: Db, userId: number) =>
  db
    .selectFrom('two_step_sign_ins')
    .select(['sealed_secret', 'begun_at', 'confirmed_at', 'last_step', 'recovery_hashes'])
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)

/** Locks the user's two-step sign-in until the end of the transaction. */
export const lockTwoStep = (db: Db, userId: number) => selectTwoStep(db, userId).forUpdate().executeTakeFirst()
