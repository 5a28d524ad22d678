/** Adds the accounts of admins, and receives the sign-up forms of visitors. A visitor gets the account after verifying the email. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import {
  ACCOUNT_TYPE_UNAVAILABLE,
  type NewAdmin,
  type NewHarvestCenter,
  type NewUser,
} from '@vialdesk/contract/people/onboarding'
import type { Db } from '#api/db/db.ts'
import { rehearse } from '#api/db/transaction.ts'
import { validatePhone } from '#api/features/accounts/edit/validate-address.commands.ts'
import { assertReferralInvited, useStaffInvitation } from '#api/features/onboarding/invitations/invitations.commands.ts'
import { assertCreator } from '#api/features/onboarding/onboarding.policy.ts'
import { sendVerification } from '#api/features/sessions/verification/send-verification.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { validateNewPassword } from '#api/platform/crypto/new-password.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { createAccount, notifyOfAdminForm } from './create-from-form.commands.ts'
import { validateDomainPassword, validateNewAccount } from './validate-new-account.commands.ts'

interface SignUpCaller {
  actor: Actor | undefined
  /** Signs the links of centers. */
  secretKey: string
}

/** These users see nobody who was there before. An admin who adds another one has to confirm, which a machine cannot. */
const addedByTokens: number[] = [membershipIds.patient, membershipIds.harvest_center]

/** Null for a visitor: the account is made when the email is verified. */
type NewAccountId = number | null

/** Adds an account of any kind for an admin, or receives the form of a visitor. */
export async function addUser(db: Db, { actor, secretKey }: SignUpCaller, input: NewUser): Promise<NewAccountId> {
  const creator = assertCreator(actor)
  if (actor?.accessToken && !addedByTokens.includes(input.subscription)) failField('subscription', ACCOUNT_TYPE_UNAVAILABLE)
  validateNewAccount(creator, input)
  if (creator === 'admin') return createAccount(db, { creator, form: input, isTied: true })
  await receiveForm(db, { secretKey }, input)
  return null
}

export async function addHarvestCenter(db: Db, caller: SignUpCaller, input: NewHarvestCenter): Promise<NewAccountId> {
  return addUser(db, caller, { ...input, subscription: membershipIds.harvest_center })
}

/** Uses up the link of a harvest center, if the form has one, and keeps the form. */
async function receiveForm(db: Db, { secretKey }: Pick<SignUpCaller, 'secretKey'>, form: NewUser): Promise<void> {
  const password = 'password' in form ? (form.password ?? '') : ''
  if (form.subscription === membershipIds.hc_staff) {
    const [center = 0] = form.staff_hc_ids
    const invitationId = await useStaffInvitation(db, center, form.key)
    return receiveSignUp(db, { form, password, invitationId, centerId: center })
  }
  if (form.subscription === membershipIds.referral_harvest_center) {
    const received = { form, password, repId: form.saless_rep_id }
    // Anybody can name a center. Only the center's own link lets the center see and refuse the sign-up.
    if (form.key === '') return receiveSignUp(db, received)
    const referralLinkVersion = await assertReferralInvited(db, secretKey, form.hc_id, form.key)
    return receiveSignUp(db, { ...received, centerId: form.hc_id, referralLinkVersion })
  }
  const repId = form.subscription === membershipIds.harvest_center ? form.saless_rep_id : null
  return receiveSignUp(db, { form, password, repId })
}

/** Receives the form of an admin from a visitor who knows the password of the domain. */
export async function addAdmin(db: Db, { domain_password, ...input }: NewAdmin): Promise<void> {
  await validateDomainPassword(db, domain_password, 'domain_password')
  const form = { ...input, subscription: membershipIds.admin } as const
  validatePhone(input)
  await receiveSignUp(db, { form, password: input.password })
  await notifyOfAdminForm(db)
}

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

/**
 * Keeps the form of a visitor until the email is verified. Until then there is no account, and the address blocks nobody. Refuses what would
 * be refused when the account is made. Mails the link after the commit.
 */
async function receiveSignUp(db: Db, received: ReceivedForm): Promise<void> {
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
