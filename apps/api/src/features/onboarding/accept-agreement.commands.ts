import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { agreementPolicy } from './onboarding.policy.ts'

/** Stores the time when the actor accepted the agreement. A later call keeps the first time. */
export async function acceptAgreement(db: Db, actor: Actor): Promise<void> {
  agreementPolicy.assertCan(actor, 'accept', actor)
  const before = { id: actor.id, agreement_accepted_at: null }
  const accepted = await db.changeRows('users', before, { agreement_accepted_at: sql`now()` }, ['id'])
  if (accepted.length === 0) return
  const patient = actor.role === 'patient' ? { patient: actor.id } : {}
  audit(db, { type: 'agreement.accepted', subject: actor.id, ...patient })
}
