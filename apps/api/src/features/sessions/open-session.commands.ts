import type { SessionKind } from '@vialdesk/contract/people/sessions'
import { sql } from 'kysely'
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
  // As a key, null names accounts without a password, and nobody logs in to these.
  if (password_hash === null) return false
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

const DAYS = 90
/** A program that logs in without a marker adds one each time. */
const DEVICES_PER_USER = 20

/** Only a marker that the server made counts, because a browser could send one that can be guessed. */
async function isOurMarker(db: Db, marker: string): Promise<boolean> {
  const lives = sql<boolean>`expires_at > now()`
  return (await db.findRow('known_devices', ['user_id'], { marker_hash: hashSecret(marker) }, lives)) !== undefined
}

/**
 * Remembers the browser in which a user logged in. Wrong passwords that others try cannot lock out a known device. Its marker admits nobody,
 * and only the marker's hash is stored. Returns the marker: the one that the browser sent, also if another user got it there, or a new one.
 */
export async function rememberDevice(db: Db, userId: number, sent: string | undefined): Promise<string> {
  const marker = sent !== undefined && (await isOurMarker(db, sent)) ? sent : newSecret()
  const expires_at = hoursFromNow(DAYS * 24)
  const device = { user_id: userId, marker_hash: hashSecret(marker) }
  await db.saveRow('known_devices', device, { last_used_at: sql`now()`, expires_at })
  const tooMany = `
    delete from known_devices where domain_id = $1 and user_id = $2 and marker_hash in (
      select d.marker_hash
      from known_devices d
      where d.domain_id = $1 and d.user_id = $2
      order by d.last_used_at desc, d.marker_hash
      offset $3)`
  await db.rows(tooMany, [db.domainId, userId, DEVICES_PER_USER])
  return marker
}

/** Call it when another person, or a mailed link, changes who may log in: a device of the past is then unknown. */
export async function forgetDevices(db: Db, userId: number): Promise<void> {
  await db.deleteRows('known_devices', { user_id: userId })
}
