/** Mailed links that verify the email of a sign-up. The links work for the days that a sign-up waits. */

import type { Login } from '@vialdesk/contract/people/sessions'
import type { Db } from '#api/db/db.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { findAccountByEmail } from '#api/features/sessions/sessions.queries.ts'
import type { AuditEvent } from '#api/platform/audit/audit.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { eraseMailSecret } from '#api/platform/jobs/erase-mail-secret.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { findOwnSignUp, NEWEST_SIGN_UPS } from './pending-sign-ups.queries.ts'

/** Queues the mail with the link. The job makes the link, so its token is never stored in the queue. */
export const sendVerification = (db: Db, signUpId: number): Promise<void> =>
  db.enqueue('sessions.send_verification', { sign_up_id: signUpId })

const SEND_ALL = `
  select enqueue('sessions.send_verification', jsonb_build_object('sign_up_id', newest.id))
  from (
    select s.id
    from sign_ups s
    where s.domain_id = $1 and s.email_key = $2 and s.user_id is null
    order by s.id desc
    limit $3
  ) newest`

/** Queues the links of the newest sign-ups that wait for this email. False if none waits. */
export async function sendVerifications(db: Db, email: string): Promise<boolean> {
  return (await db.rows(SEND_ALL, [db.domainId, emailKeyOf(email), NEWEST_SIGN_UPS])).length > 0
}

export const verificationMailId = (linkId: number) => `verification-${linkId}`

/** A link works as long as its sign-up waits: seven days. */
const ADD_LINK = `
  insert into sign_up_links (domain_id, sign_up_id, token_hash, expires_at)
  select s.domain_id, s.id, $3, s.created_at + interval '7 days'
  from sign_ups s
  where s.domain_id = $1
    and s.id = $2
    and s.user_id is null
    and s.created_at > now() - interval '7 days'
  returning id, expires_at`

interface AddedLink {
  id: number
  expires_at: string
}

/** Undefined if the sign-up is verified, refused or too old. */
export async function makeVerificationLink(db: Db, signUpId: number) {
  const token = newSecret()
  const [link] = await db.rows<AddedLink>(ADD_LINK, [db.domainId, signUpId, hashSecret(token)])
  const signUp = await db.findRow('sign_ups', ['email', 'subscription', 'created_at'], { id: signUpId })
  if (!link || !signUp) return undefined
  const { email, subscription } = signUp
  return {
    id: link.id,
    token,
    email,
    subscription,
    signedUpAt: new Date(signUp.created_at),
    expiresAt: new Date(link.expires_at),
  }
}

const linksSql = (condition: string) => `
  select l.id
  from sign_up_links l
  join sign_ups s on s.domain_id = l.domain_id and s.id = l.sign_up_id
  where l.domain_id = $1 and s.user_id is null and ${condition}`

async function eraseMails(db: Db, condition: string, value: string | number): Promise<void> {
  const links = await db.rows<{ id: number }>(linksSql(condition), [db.domainId, value])
  for (const { id } of links) await eraseMailSecret(db, verificationMailId(id))
}

/** Erases the links to this email from kept mails. */
export const eraseVerificationMails = (db: Db, emailKey: string) => eraseMails(db, 's.email_key = $2', emailKey)
export const eraseVerificationMailsOfKind = (db: Db, subscription: number) => eraseMails(db, 's.subscription = $2', subscription)
export const eraseVerificationMailsOf = (db: Db, signUpId: number) => eraseMails(db, 's.id = $2', signUpId)

type AuditRead = (event: AuditEvent) => void

/**
 * Mails the link of a sign-up again. The password proves that the caller has signed up: a wrong one is refused like at a login, and that
 * takes as long, whether or not the email is known.
 */
export async function resendVerification(
  db: Db,
  auditRead: AuditRead,
  { email, password }: Pick<Login, 'email' | 'password'>,
): Promise<void> {
  const account = await findAccountByEmail(db, email)
  if (account) await verifyPassword(undefined, password)
  else {
    const signUp = await findOwnSignUp(db, email, password)
    if (signUp) return sendVerification(db, signUp.id)
  }
  auditRead({ type: 'session.login_failed', ...(account && { subject: account.id }) })
  return fail('wrong_credentials')
}
