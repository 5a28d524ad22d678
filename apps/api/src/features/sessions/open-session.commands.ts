import type { SessionKind } from '@vialdesk/contract/sessions'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { redactCards } from '#api/platform/logging/redact.ts'

export const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)

export interface NewSession {
  userId: number
  kind?: SessionKind
  /** For a child session: its parent session and the user of that session. */
  parentId?: number
  impersonatorId?: number
  /** By default the session hours of the domain. A child session ends with its parent at the latest. */
  expiresAt?: string
  userAgent?: string | undefined
}

/** Opens a session and returns its token, which cannot be read again later. */
export async function openSession(db: Db, domain: Domain, session: NewSession): Promise<string> {
  const token = newSecret()
  await db.insertRow('sessions', {
    token_hash: hashSecret(token),
    user_id: session.userId,
    kind: session.kind ?? 'own',
    parent_id: session.parentId ?? null,
    impersonator_id: session.impersonatorId ?? null,
    idle_minutes: domain.idle_minutes,
    expires_at: session.expiresAt ?? hoursFromNow(domain.session_hours),
    ip: db.auditActor.ip,
    user_agent: session.userAgent === undefined ? null : redactCards(session.userAgent).slice(0, 300),
  })
  return token
}

/**
 * Saves and audits a login, and locks the account until the end of the transaction. False if the account got a new password or became
 * inactive after its password was verified.
 */
export async function saveLogin(
  db: Db,
  { id: userId, password_hash }: { id: number; password_hash: string | null },
): Promise<boolean> {
  const verified = { id: userId, active: true, password_hash }
  const [saved] = await db.changeRows('users', verified, { last_login: new Date() }, ['id'])
  if (!saved) return false
  db.auditEntries.push({
    type: 'session.login',
    actor_id: userId,
    impersonator_id: null,
    subject_id: userId,
    patient_id: null,
    ip: db.auditActor.ip,
    request_id: db.auditActor.requestId,
  })
  return true
}
