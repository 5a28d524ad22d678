/** Opening and ending sessions, and setting passwords. */
import { randomBytes } from 'node:crypto'
import type { SessionKind } from '@vialdesk/contract/sessions'
import type { Db } from '#api/db/db.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { hashPassword, verifyPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/http/errors/fail.ts'
import { hashToken } from '#api/platform/http/pipeline.ts'
import { redactCards } from '#api/platform/logging/redact.ts'

/** 256 bits that nobody can guess; only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => Buffer.from(hashToken(token), 'hex')
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000)

/** How long a mailed link sets a password: a day for someone who forgot, a week for a new account. */
export const LINK_HOURS = { reset: 24, welcome: 24 * 7 } as const
export type LinkReason = keyof typeof LINK_HOURS

export interface NewSession {
  userId: number
  kind?: SessionKind
  /** Of a child session: the one that it was opened from, and whose that is. */
  parentId?: number
  impersonatorId?: number
  /** Not beyond the parent's end. */
  expiresAt?: string
  userAgent?: string | undefined
}

/** Opens a session and answers its token; it is shown this once. */
export async function openSession(db: Db, domain: Domain, auditActor: AuditActor, session: NewSession): Promise<string> {
  const token = newToken()
  await db
    .insertInto('sessions')
    .values({
      domain_id: db.domainId,
      token_hash: tokenHash(token),
      user_id: session.userId,
      kind: session.kind ?? 'own',
      parent_id: session.parentId ?? null,
      impersonator_id: session.impersonatorId ?? null,
      idle_minutes: domain.idle_minutes,
      expires_at: session.expiresAt ?? hoursFromNow(domain.session_hours),
      ip: auditActor.ip,
      user_agent: session.userAgent === undefined ? null : redactCards(session.userAgent).slice(0, 300),
    })
    .execute()
  return token
}

/**
 * Holds the account to the end of the transaction. False when it changed since its password was looked at: a new password, or it
 * was made inactive.
 */
export async function saveLogin(
  db: Db,
  auditActor: AuditActor,
  { id: userId, password_hash }: { id: number; password_hash: string | null },
): Promise<boolean> {
  const noted = await db
    .updateTable('users')
    .set({ last_login: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .where('active', '=', true)
    .where('password_hash', '=', password_hash)
    .returning('id')
    .executeTakeFirst()
  if (!noted) return false
  db.auditEntries.push({
    type: 'session.login',
    actor_id: userId,
    impersonator_id: null,
    subject_id: userId,
    patient_id: null,
    ip: auditActor.ip,
    request_id: auditActor.requestId,
  })
  return true
}

/** Ends a session and the ones opened from it. */
export async function endSession(db: Db, auditActor: AuditActor, sessionId: number): Promise<void> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where((where) => where.or([where('id', '=', sessionId), where('parent_id', '=', sessionId)]))
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  // Of two log-outs at once, the second has nothing left to end.
  if (ended.length > 0) audit(db, auditActor, { type: 'session.logout', subject: sessionId })
}

/** Ends what is open in a user's account (but one session, if named), and what the user has open in the accounts of others. */
export async function endSessionsOfUser(db: Db, userId: number, except?: number): Promise<void> {
  const ending = db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where((where) => where.or([where('user_id', '=', userId), where('impersonator_id', '=', userId)]))
    .where('ended_at', 'is', null)
  await (except === undefined ? ending : ending.where('id', '<>', except)).execute()
}

/** Ends what a staff user has open in a center. */
export async function endStaffSessions(db: Db, staffId: number, centerId: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('kind', '=', 'staff')
    .where('impersonator_id', '=', staffId)
    .where('user_id', '=', centerId)
    .where('ended_at', 'is', null)
    .execute()
}

/** No user has this id. */
export const NO_USER = 0

/** Puts the mail with a set-your-password link on the queue; the link is made when the mail is. */
export async function sendPasswordLink(db: Db, userId: number, reason: LinkReason): Promise<void> {
  await db.enqueue('sessions.send_password_link', { user_id: userId, reason })
}

/** To many at once, in one statement. */
export async function sendPasswordLinks(db: Db, userIds: number[], reason: LinkReason): Promise<void> {
  const text = `
    select enqueue('sessions.send_password_link', jsonb_build_object('user_id', id, 'reason', $2::text))
    from unnest($1::bigint[]) id`
  await db.rows(text, [userIds, reason])
}

/** Makes a one-use link; older links stay good until one is used or they expire. */
export async function makePasswordLink(db: Db, userId: number, reason: LinkReason): Promise<{ id: number; token: string }> {
  const token = newToken()
  const { id } = await db
    .insertInto('password_links')
    .values({ domain_id: db.domainId, user_id: userId, token_hash: tokenHash(token), expires_at: hoursFromNow(LINK_HOURS[reason]) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

/** Makes every open link of a user worthless. */
export async function invalidatePasswordLinks(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('password_links')
    .set({ used_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** The user has opened a link that was mailed to its address. */
export async function markEmailVerified(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/**
 * Refuses, naming the field, unless this is the user's password. Locks the user's row, so that the next of several concurrent
 * changes sees the new password.
 */
export async function validatePassword(db: Db, userId: number, password: string, field: string): Promise<void> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!(await verifyPassword(password_hash, password))) failField(field, 'wrong_password')
}

/** Sets a password: every link of the user is spent, every session (but one, if named) ends. */
export async function setPassword(db: Db, userId: number, password: string, keepSession?: number): Promise<{ isFirst: boolean }> {
  const passwordHash = await hashPassword(password)
  const { password_hash: earlier } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .execute()
  await invalidatePasswordLinks(db, userId)
  await endSessionsOfUser(db, userId, keepSession)
  return { isFirst: earlier === null }
}
