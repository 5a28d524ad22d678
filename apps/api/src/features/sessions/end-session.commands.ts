import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { endSession } from './open-session.commands.ts'
import { isOwnSession } from './own-sessions.queries.ts'

/** Ends one of the user's own sessions, with what was opened from it. */
export async function endOwnSession(db: Db, auditActor: AuditActor, actor: Actor, sessionId: number): Promise<void> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(isOwnSession(actor.id))
    .executeTakeFirst()
  if (!found) fail('not_found')
  await endSession(db, auditActor, sessionId)
}

/** Ends all of the user's own sessions but this one; answers how many. */
export async function endOtherSessions(db: Db, auditActor: AuditActor, actor: Actor): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('id', '<>', actor.sessionId)
    .where('ended_at', 'is', null)
    .where(isOwnSession(actor.id))
    .returning('id')
    .execute()
  if (ended.length > 0) audit(db, auditActor, { type: 'session.others_ended', subject: actor.id, after: { count: ended.length } })
  return ended.length
}
