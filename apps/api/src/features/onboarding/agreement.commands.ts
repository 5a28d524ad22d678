import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'
import { type Doer, record } from '#api/platform/record.ts'

/** Notes that the actor accepted the agreement; the first time is the one that stays. */
export async function acceptAgreement(db: Db, doer: Doer, actor: Actor): Promise<void> {
  if (actor.kind !== 'own') fail('forbidden', { message: 'Only the owner of the account can accept the agreement.' })
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
  record(db, doer, { type: 'agreement.accepted', subject: actor.id, ...patient })
}
