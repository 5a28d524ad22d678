import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { isOwnSession } from './sessions.queries.ts'

/** SQL: the hash of a token that nobody has. */
export const NO_TOKEN = 'sha256(uuid_send(gen_random_uuid()))'

/** A session that its person has ended leads nowhere: from one that ended otherwise, its token leads back to the own account (`goBack`). */
const endedByPerson = () => ({ ended_at: new Date(), token_hash: sql.raw<Buffer>(NO_TOKEN) })

/** Ends a session and its child sessions. */
export async function endSession(db: Db, sessionId: number): Promise<void> {
  const isOfTree = sql<boolean>`(id = ${sessionId} or parent_id = ${sessionId})`
  const ended = await db.changeRows('sessions', { ended_at: null }, endedByPerson(), ['id'], isOfTree)
  // A second concurrent logout ends nothing, so it is not audited.
  if (ended.length > 0) audit(db, { type: 'session.logout', subject: sessionId })
}

/** Ends all sessions in a user's account, and the user's child sessions in other accounts. The session `except` stays open. */
export async function endSessionsOfUser(db: Db, userId: number, except?: number): Promise<void> {
  const isEnding = sql<boolean>`(user_id = ${userId} or impersonator_id = ${userId}) and id is distinct from ${except ?? null}`
  const token_hash = sql<Buffer>`case when impersonator_id = ${userId} then ${sql.raw(NO_TOKEN)} else token_hash end`
  await db.changeRows('sessions', { ended_at: null }, { ended_at: new Date(), token_hash }, ['id'], isEnding)
}

/** Ends the child sessions of a staff user in a center. */
export async function endStaffSessions(db: Db, staffId: number, centerId: number): Promise<void> {
  await db.updateRows(
    'sessions',
    { kind: 'staff', impersonator_id: staffId, user_id: centerId, ended_at: null },
    { ended_at: new Date() },
  )
}

/** Ends one of the user's own sessions and its child sessions. */
export async function endOwnSession(db: Db, actor: Actor, sessionId: number): Promise<void> {
  const found = await db.findRow('sessions', ['id'], { id: sessionId, ended_at: null }, isOwnSession(actor.id))
  if (!found) fail('not_found')
  await endSession(db, sessionId)
}

/** Ends all of the user's own sessions except the current one, and returns how many. */
export async function endOtherSessions(db: Db, actor: Actor): Promise<number> {
  const isOther = sql<boolean>`id <> ${actor.sessionId} and ${isOwnSession(actor.id)}`
  const ended = await db.changeRows('sessions', { ended_at: null }, endedByPerson(), ['id'], isOther)
  if (ended.length > 0) audit(db, { type: 'session.others_ended', subject: actor.id, after: { count: ended.length } })
  return ended.length
}

/** Revokes every access token that the user made: whoever had the account may have made one. */
export async function revokeAccessTokensOf(db: Db, userId: number): Promise<void> {
  const live = { user_id: userId, revoked_at: null }
  const revoked = await db.changeRows('access_tokens', live, { revoked_at: new Date() }, ['id', 'name'])
  for (const { id, name } of revoked) audit(db, { type: 'access_token.revoked', subject: id, before: { name } })
}

/** A session is deleted after its child sessions, which refer to it. */
const HAS_CHILD = 'exists (select from sessions c where c.domain_id = r.domain_id and c.parent_id = r.id)'

/** Deletes sessions and links that ended a month ago, and expired devices. The audit keeps every login and logout. */
export const sweepSessions = {
  task: 'sessions.sweep',
  at: '17 7',
  run: deleteInBatches(
    deletionOf('sessions', 'id', `least(r.ended_at, r.expires_at) < now() - interval '30 days' and not ${HAS_CHILD}`),
    deletionOf('password_links', 'id', `least(r.used_at, r.expires_at) < now() - interval '30 days'`),
    deletionOf('known_devices', 'user_id, marker_hash', 'r.expires_at < now()'),
  ),
} satisfies NightlyJob
