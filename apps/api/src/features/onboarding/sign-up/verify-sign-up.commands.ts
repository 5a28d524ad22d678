/** Makes the account of a sign-up whose email is verified. Of several sign-ups with one email, the first that is verified wins. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import { NewUser } from '@vialdesk/contract/people/onboarding'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { isLiveStaffInvitation, lockReferralLinkVersion } from '#api/features/onboarding/invitations/invitations.commands.ts'
import { eraseVerificationMails } from '#api/features/sessions/verification/send-verification.commands.ts'
import type { AuditEvent } from '#api/platform/audit/audit.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { ApiError, fail, failField } from '#api/platform/kernel/fail.ts'
import { createAccount } from './create-from-form.commands.ts'

const LINK_ENDED = 'This link has expired or was already used. If you have confirmed your email before, log in.'
const OTHER_PASSWORD = 'This is not the password that was chosen in this sign-up. If you do not know it, sign up again.'
const EMAIL_USED = 'This email already has an account. Log in, or choose Forgot password to set a new password.'
const INVITATION_ENDED = 'The invitation is no longer valid. Ask the harvest center for a new link and sign up again.'
const TIES_ENDED = 'The link that you signed up with is no longer valid. Ask for a new link and sign up again.'

interface PendingSignUp {
  id: number
  email_key: string
  form: unknown
  password_hash: string
  referral_link_version: number | null
  center_id: number | null
  invitation_id: number | null
}

const LOCK_SIGN_UP = `
  select s.id, s.email_key, s.form, s.password_hash, s.referral_link_version, s.center_id, s.invitation_id
  from sign_up_links l
  join sign_ups s on s.domain_id = l.domain_id and s.id = l.sign_up_id
  where l.domain_id = $1
    and l.token_hash = $2
    and l.expires_at > now()
    and s.user_id is null
  for update of s`

/** A dismissed staff user must not return by a sign-up that waits. */
async function assertInvited(db: Db, { invitation_id }: PendingSignUp): Promise<void> {
  if (!(await isLiveStaffInvitation(db, invitation_id))) fail('link_expired', { message: INVITATION_ENDED })
}

/** A referral center that lost its harvest center must not get it back by a sign-up that waits. It asks the center instead. */
const isLiveReferral = async (db: Db, { center_id, referral_link_version: version }: PendingSignUp): Promise<boolean> =>
  version !== null && version === (await lockReferralLinkVersion(db, center_id))

/** The form was valid at the sign-up. Meanwhile the email may be used, or the center or sales rep of the link inactive. */
function explainRefusal(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'duplicate_email') fail('conflict', { message: EMAIL_USED })
  if (error.code !== 'invalid') throw error
  const [own] = Object.entries(error.errors ?? {}).filter(([field]) => /^(document|template)/.test(field))
  return fail('conflict', { message: own?.[1][0] ?? TIES_ENDED })
}

const ERASED = { form: null, password_hash: null, company: '', first_name: '', last_name: '', email: '' }

interface Confirmation {
  token: string
  /** The password of the form. A stranger's form with the address of the reader has another one. */
  password: string
}

export async function verifySignUp(
  db: Db,
  { auditRead }: { auditRead(event: AuditEvent): void },
  { token, password }: Confirmation,
): Promise<void> {
  const [signUp] = await db.rows<PendingSignUp>(LOCK_SIGN_UP, [db.domainId, hashSecret(token)])
  if (!signUp) return fail('link_expired', { message: LINK_ENDED })
  if (!(await verifyPassword(signUp.password_hash, password))) {
    auditRead({ type: 'session.login_failed', after: { sign_up: signUp.id } })
    failField('password', OTHER_PASSWORD)
  }
  const form = NewUser.parse(signUp.form)
  if (form.subscription === membershipIds.hc_staff) await assertInvited(db, signUp)
  const owner = { password_hash: signUp.password_hash, email_verified_at: new Date() }
  const order = { creator: 'visitor', form, owner, isTied: await isLiveReferral(db, signUp) } as const
  const userId = await createAccount(db, order).catch(explainRefusal)
  await eraseVerificationMails(db, signUp.email_key)
  await db.updateRows('sign_ups', { id: signUp.id }, { ...ERASED, user_id: userId, verified_at: sql`now()` })
  await db.deleteRows('sign_up_links', { sign_up_id: signUp.id })
  await db.deleteRows('sign_ups', { email_key: signUp.email_key, user_id: null })
}
