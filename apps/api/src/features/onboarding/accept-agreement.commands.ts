import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { agreementPolicy } from './onboarding.policy.ts'

/** Stores the time when the actor accepted the agreement. A later call keeps the first time. */
export async function acceptAgreement(db: Db, actor: Actor): Promise<void> {
  agreementPolicy.assertCan(actor, 'accept', actor)
  const accepted = await db
    .updateTable('users')
    .set({ agreement_accepted_at: sql`now()` })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', actor.id)
    .where('agreement_accepted_at', 'is', null)
    .returning('agreement_accepted_at')
    .executeTakeFirst()
  if (!accepted) return
  const patient = actor.role === 'patient' ? { patient: actor.id } : {}
  audit(db, { type: 'agreement.accepted', subject: actor.id, ...patient })
}
