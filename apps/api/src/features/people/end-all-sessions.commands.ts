import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { revokeAccessTokensOf } from '#api/features/sessions/revoke-access-tokens.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit, auditedPatient } from '#api/platform/audit/audit.ts'
import { lockUser } from './people.queries.ts'

/** Ends all sessions and access tokens of a user, and the sessions of others in the account. The caller's own session stays open. */
export async function endAllSessions(db: Db, actor: Actor, id: number): Promise<void> {
  // A login locks the user, too. So a login that runs at the same time is either ended here or starts after this call.
  const user = await lockUser(db, id)
  await endSessionsOfUser(db, id, actor.sessionId)
  await revokeAccessTokensOf(db, id)
  audit(db, { type: 'session.ended_by_admin', subject: id, ...auditedPatient(user) })
}
