/**
 * Mailed links to set a password, or to verify the email of an account. The link of a new account is an invitation, whose state lists show
 * (invitations.queries).
 */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { hoursFromNow } from '#api/features/sessions/open-session.commands.ts'
import { validateNewPassword } from '#api/platform/crypto/new-password.ts'
import { hashPassword, verifyPassword } from '#api/platform/crypto/passwords.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { eraseMailSecret } from '#api/platform/jobs/erase-mail-secret.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

/** Hours until a link expires: a week for a new account, else a day. */
export const LINK_HOURS = { reset: 24, welcome: 24 * 7, verify: 24 } as const
type LinkReason = keyof typeof LINK_HOURS

/** An id that no user has. */
export const NO_USER = 0

/** Queues the mail with the link. The job creates the token, so it is never stored in the queue. */
export async function sendPasswordLink(db: Db, userId: number, reason: LinkReason): Promise<void> {
  await db.enqueue('sessions.send_password_link', { user_id: userId, reason })
}

/** Invites users in one statement. An invitation is stored at once, so that lists show it before its mail is written. */
export async function invite(db: Db, userIds: number[]): Promise<void> {
  const text = `
    with added as (
      insert into password_links (domain_id, user_id, reason, expires_at)
      select $1, id, 'welcome', $3
      from unnest($2::bigint[]) id
      returning id, user_id)
    select enqueue(
      'sessions.send_password_link', jsonb_build_object('user_id', user_id, 'reason', 'welcome', 'invitation_id', id))
    from added`
  await db.rows(text, [db.domainId, userIds, hoursFromNow(LINK_HOURS.welcome)])
}

interface PasswordLink {
  id: number
  token: string
  expiresAt: Date
}

/** The message id of the mail with the link. */
export const passwordMailId = (linkId: number) => `password-link-${linkId}`

/** Creates a link that works once. An invitation ends the earlier ones; other links stay valid until one is used or they expire. */
export async function makePasswordLink(db: Db, userId: number, reason: LinkReason): Promise<PasswordLink> {
  const { token, ...values } = newToken(reason)
  const { id } = await db.insertWithId('password_links', { user_id: userId, reason, ...values })
  if (reason === 'welcome') await endLinks(db, userId, { reason, before: id })
  return { id, token, expiresAt: values.expires_at }
}

function newToken(reason: LinkReason) {
  const token = newSecret()
  return { token, token_hash: hashSecret(token), expires_at: hoursFromNow(LINK_HOURS[reason]) }
}

/**
 * Gives an invitation its token. Undefined if it ended before its mail was written. An invitation that has a token is mailed again, which
 * is another link, because the first mail may have arrived.
 */
export async function makeInvitationLink(db: Db, userId: number, id: number): Promise<PasswordLink | undefined> {
  const found = await db.lockRow('password_links', { id })
  if (!found || found.token_hash !== null) return makePasswordLink(db, userId, 'welcome')
  if (found.used_at !== null) return undefined
  const { token, ...values } = newToken('welcome')
  await db.updateRows('password_links', { id }, values)
  await endLinks(db, userId, { reason: 'welcome', before: id })
  return { id, token, expiresAt: values.expires_at }
}

/** Ends the unused links of a user, and erases them from kept mails: all, those of a reason, or those before a link. */
export async function endLinks(
  db: Db,
  userId: number,
  { reason, before }: { reason?: LinkReason; before?: number } = {},
): Promise<void> {
  const unused = { user_id: userId, used_at: null, ...(reason && { reason }) }
  const isBefore = before === undefined ? undefined : sql<boolean>`id < ${before}`
  const ended = await db.changeRows('password_links', unused, { used_at: new Date() }, ['id'], isBefore)
  for (const { id } of ended) await eraseMailSecret(db, passwordMailId(id))
}

/** Marks a link that sets a password as opened, once. Undefined unless the link works. */
export async function openPasswordLink(db: Db, token: string) {
  const [link] = await db.rows<OpenedLink>(OPEN_LINK, [db.domainId, hashSecret(token)])
  return link
}

interface OpenedLink {
  user_id: number
  subscription: number
  reason: LinkReason
  expires_at: string
  is_first: boolean
}
const OPEN_LINK = `
  with found as materialized (
    select l.id, l.opened_at, u.subscription
    from password_links l
    join users u on u.domain_id = l.domain_id and u.id = l.user_id
    where l.domain_id = $1
      and l.token_hash = $2
      and l.reason <> 'verify'
      and l.used_at is null
      and l.expires_at > now()
      and u.active
    for no key update of l)
  update password_links l
  set opened_at = coalesce(l.opened_at, now())
  from found f
  where l.domain_id = $1
    and l.id = f.id
  returning l.user_id, f.subscription, l.reason, l.expires_at, f.opened_at is null as is_first`

/** Call it when the user opened a link that was mailed to this email address. */
export async function markEmailVerified(db: Db, userId: number): Promise<void> {
  await db.updateRows('users', { id: userId, email_verified_at: null }, { email_verified_at: new Date() })
}

/** Locks the user's row, so that each of several concurrent changes sees the password that the one before set. */
const lockOwner = async (db: Db, userId: number) => (await db.lockRow('users', { id: userId })) ?? fail('not_found')

/** Refuses the field unless it contains the user's password. Locks the user's row. */
export async function validatePassword(db: Db, userId: number, password: string, field: string): Promise<void> {
  const { password_hash } = await lockOwner(db, userId)
  if (!(await verifyPassword(password_hash, password))) failField(field, 'wrong_password')
}

/** A new password, and the field of the form that has it. */
interface GivenPassword {
  password: string
  field: string
}

/** Sets a password, invalidates all links of the user, and ends all sessions except `keepSession`. Refuses a common password. */
export async function setPassword(
  db: Db,
  userId: number,
  { password, field }: GivenPassword,
  keepSession?: number,
): Promise<{ isFirst: boolean }> {
  const passwordHash = await hashPassword(password)
  const { password_hash: previousHash, ...owner } = await lockOwner(db, userId)
  validateNewPassword(field, password, owner)
  await db.updateRows('users', { id: userId }, { password_hash: passwordHash })
  await endLinks(db, userId)
  await endSessionsOfUser(db, userId, keepSession)
  return { isFirst: previousHash === null }
}
