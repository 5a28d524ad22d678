import type { ActiveSession } from '@vialdesk/contract/sessions'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/access/actor.ts'

/** The user's live sessions by the rules of `resolve_session`: its own, and child sessions in the accounts of others. */
const isLive = `s.domain_id = $1 and (s.user_id = $2 and s.kind = 'own' or s.impersonator_id = $2) and s.ended_at is null and s.expires_at > now()
  and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)`

const selectOwnSessions = `select s.id, s.kind, s.id = $3 as current, s.created_at, s.last_seen_at, s.ip as address, s.user_agent
  from sessions s where ${isLive} order by s.id = $3 desc, s.last_seen_at desc, s.id desc limit 200`

export const findOwnSessions = (db: Db, { id, sessionId }: Actor) => db.rows<ActiveSession>(selectOwnSessions, [db.domainId, id, sessionId])

/** A condition for the user's own sessions, in a query on `sessions`. */
export const isOwnSession = (userId: number) =>
  sql<boolean>`(sessions.user_id = ${userId} and sessions.kind = 'own' or sessions.impersonator_id = ${userId})`
