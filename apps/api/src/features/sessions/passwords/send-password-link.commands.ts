/** Mailed links to set a password. */
import type { Db } from '#api/db/db.ts'
import { hoursFromNow } from '#api/features/sessions/open-session.commands.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { eraseMailSecret } from '#api/platform/mail/erase-secret.ts'

/** Hours until a link expires: a day for a forgotten password, a week for a new account. */
export const LINK_HOURS = { reset: 24, welcome: 24 * 7 } as const
export type LinkReason = keyof typeof LINK_HOURS

/** An id that no user has. */
export const NO_USER = 0

/** Queues the mail with the link. The job creates the link, so its token is never stored in the queue. */
export async function sendPasswordLink(db: Db, userId: number, reason: LinkReason): Promise<void> {
  await db.enqueue('sessions.send_password_link', { user_id: userId, reason })
}

/** Queues the mails of many users in one statement. */
export async function sendPasswordLinks(db: Db, userIds: number[], reason: LinkReason): Promise<void> {
  const text = `
    select enqueue('sessions.send_password_link', jsonb_build_object('user_id', id, 'reason', $2::text))
    from unnest($1::bigint[]) id`
  await db.rows(text, [userIds, reason])
}

export interface PasswordLink {
  id: number
  token: string
  expiresAt: Date
}

/** The message id of the mail with the link. */
export const passwordMailId = (linkId: number) => `password-link-${linkId}`

/** Creates a link that works once. Older links stay valid until one of them is used or they expire. */
export async function makePasswordLink(db: Db, userId: number, reason: LinkReason): Promise<PasswordLink> {
  const token = newSecret()
  const expires_at = hoursFromNow(LINK_HOURS[reason])
  const { id } = await db
    .insertInto('password_links')
    .values({
      domain_id: db.domainId,
      user_id: userId,
      token_hash: hashSecret(token),
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, expiresAt: expires_at }
}

/** Invalidates all unused links of a user, and erases them from kept mails. */
export async function invalidatePasswordLinks(db: Db, userId: number): Promise<void> {
  const ended = await db
    .updateTable('password_links')
    .set({ used_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of ended) await eraseMailSecret(db, passwordMailId(id))
}
