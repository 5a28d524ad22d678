/** Inputs of the sign-up tests, and the mailed links that verify an email. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import { makeVerificationLink } from '#api/features/sessions/verification/send-verification.commands.ts'
import { nextNumber } from '#api/testing/factories.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

export const PASSWORD = 'a long enough password'

export const personInput = (values: object = {}) => ({
  first_name: 'Ida',
  last_name: 'Berg',
  email: `ida-${nextNumber()}@mail.example`,
  ...values,
})

/** The input of the harvest center form. */
export const centerInput = (saless_rep_id: number, values: object = {}) => ({
  ...personInput(),
  company: 'Fjord Clinic',
  phone_number: '+47 55 50 01 00',
  address1: 'Kaien 1',
  city: 'Bergen',
  state_desc: 'Vestland',
  country_desc: 'Norway',
  saless_rep_id,
  ...values,
})

export const referralCenterInput = (saless_rep_id: number, values: object = {}) =>
  centerInput(saless_rep_id, { subscription: membershipIds.referral_harvest_center, zip_code: '5003', ...values })

/** A link as it is mailed to the newest sign-up with the email. */
export async function verificationToken(portal: TestPortal, email: string): Promise<string> {
  const text = 'select id from sign_ups where domain_id = $1 and email_key = lower($2) order by id desc limit 1'
  const { rows } = await portal.owner.query(text, [portal.domainId, email])
  const link = await portal.seed((db) => makeVerificationLink(db, Number(rows[0]?.id ?? 0)))
  return link?.token ?? 'no-sign-up-waits-for-it'
}

export const openLink = (portal: TestPortal, token: string, password = PASSWORD) =>
  portal.guest.post('/auth/verify-email/', { token, password })

/** Opens the link that was mailed to the newest sign-up with the email. Returns the id of the account. */
export async function verifyEmail(portal: TestPortal, email: string): Promise<number> {
  const answer = await openLink(portal, await verificationToken(portal, email))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { rows } = await portal.owner.query('select id from users where domain_id = $1 and email_key = lower($2)', [
    portal.domainId,
    email,
  ])
  return Number(rows[0].id)
}
