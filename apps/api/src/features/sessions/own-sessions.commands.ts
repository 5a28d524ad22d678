import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'
import { type Doer, record } from '#api/platform/record.ts'
import { isOwn } from './own-sessions.queries.ts'
import { endSession } from './sessions.commands.ts'

/** Ends one of the user's own sessions, with what was opened from it. */
export async function endOwnSession(db: Db, doer: Doer, actor: Actor, sessionId: number): Promise<void> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(isOwn(actor.id))
    .executeTakeFirst()
  if (!found) fail('not_found')
  await endSession(db, doer, sessionId)
}

/** Ends all of the user's own sessions but this one; answers how many. */
export async function endOtherSessions(db: Db, doer: Doer, actor: Actor): Promise<number> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('id', '<>', actor.sessionId)
    .where('ended_at', 'is', null)
    .where(isOwn(actor.id))
    .returning('id')
    .execute()
  if (ended.length > 0) record(db, doer, { type: 'session.others_ended', subject: actor.id, after: { count: ended.length } })
  return ended.length
}
