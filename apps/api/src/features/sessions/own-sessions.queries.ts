import type { ActiveSession } from '@vialdesk/contract/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'

/** The rules for a live session are those of the SQL function `resolve_session`. */
const SELECT_SESSIONS = `
  select s.id, s.kind, s.id = $3 as current, s.created_at, s.last_seen_at, s.ip as address, s.user_agent
  from sessions s
  where s.domain_id = $1
    and (s.user_id = $2 and s.kind = 'own' or s.impersonator_id = $2)
    and s.ended_at is null
    and s.expires_at > now()
    and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)
  order by s.id = $3 desc, s.last_seen_at desc, s.id desc
  limit 200`

/** The user's live sessions: those in its own account, and its child sessions in other accounts. `sessionId` is the viewer's session. */
export const findSessionsOf = (db: Db, userId: number, { sessionId }: Pick<Actor, 'sessionId'>) =>
  db.rows<ActiveSession>(SELECT_SESSIONS, [db.domainId, userId, sessionId])

/** The same sessions, live or not, as a condition on `sessions`. */
export const isOwnSession = (userId: number) =>
  sql<boolean>`(sessions.user_id = ${userId} and sessions.kind = 'own' or sessions.impersonator_id = ${userId})`
