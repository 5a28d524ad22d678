/** Keeps the form of a visitor until the email is verified. Until then there is no account, and the address blocks nobody. */
import type { NewUser } from '@vialdesk/contract/onboarding'
import type { Db } from '#api/db/db.ts'
import { rehearse } from '#api/db/transaction.ts'
import { sendVerification } from '#api/features/sessions/verification/send-verification.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { validateNewPassword } from '#api/platform/crypto/new-password.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createAccount } from './create-from-form.commands.ts'

interface ReceivedForm {
  form: NewUser
  password: string
  /** The sales rep or the harvest center whose link was used. */
  repId?: number | null
  centerId?: number | null
  invitationId?: number
  /** Of the link that ties a referral center to its harvest center. */
  referralLinkVersion?: number
}

/** Neither the password nor the key of a link is kept. */
function withoutSecrets(form: NewUser): NewUser {
  const { password: _, key: __, ...rest } = form as NewUser & { password?: string; key?: string }
  return rest as NewUser
}

/** Refuses what would be refused when the account is made. Mails the link after the commit. */
export async function receiveSignUp(db: Db, received: ReceivedForm): Promise<void> {
  const { password, repId = null, centerId = null, invitationId = null, referralLinkVersion = null } = received
  const form = withoutSecrets(received.form)
  validateNewPassword('password', password, form)
  const password_hash = await hashPassword(password)
  const owner = { password_hash, email_verified_at: new Date() }
  await rehearse(db, () => createAccount(db, { creator: 'visitor', form, owner, isTied: referralLinkVersion !== null }))
  const { id } = await db.insertWithId('sign_ups', {
    ...{ subscription: form.subscription, email: form.email, password_hash },
    ...{ first_name: form.first_name, last_name: form.last_name, company: 'company' in form ? form.company : '' },
    ...{ form: JSON.stringify(form), referral_link_version: referralLinkVersion },
    ...{ rep_id: repId, center_id: centerId, invitation_id: invitationId },
  })
  await sendVerification(db, id)
  const after = { sign_up: id, subscription: form.subscription, sales_rep_id: repId, center_id: centerId }
  audit(db, { type: 'sign_up.received', after })
}
