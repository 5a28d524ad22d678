/** Validates the input of a new account by an admin or a visitor. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import { REQUIRED } from '@vialdesk/contract/base/validation-messages'
import { ACCOUNT_TYPE_UNAVAILABLE, type NewHarvestCenter, type NewUser } from '@vialdesk/contract/people/onboarding'
import type { Db } from '#api/db/db.ts'
import { findAddressErrors, phoneError } from '#api/features/accounts/edit/validate-address.commands.ts'
import type { Creator } from '#api/features/onboarding/onboarding.policy.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { failField, failFields } from '#api/platform/kernel/fail.ts'

const { patient, lab, admin, observer } = membershipIds
/** Memberships without a sign-up form. */
const membershipsWithoutForm: readonly number[] = [patient, lab, admin, observer]

function findVisitorErrors(input: NewUser | NewHarvestCenter): Record<string, string> {
  return {
    ...('subscription' in input &&
      membershipsWithoutForm.includes(input.subscription) && { subscription: ACCOUNT_TYPE_UNAVAILABLE }),
    ...(!('password' in input && input.password) && { password: REQUIRED }),
    ...('lab_id' in input && input.lab_id !== null && { lab_id: 'Only an admin can choose the lab.' }),
    ...('staff_hc_ids' in input && input.staff_hc_ids.length !== 1 && { staff_hc_ids: 'The link is for one harvest center.' }),
  }
}

const findAdminErrors = (input: NewUser | NewHarvestCenter): Record<string, string> =>
  'password' in input && input.password !== undefined ? { password: 'The owner sets a password with the emailed link.' } : {}

/** Refuses with 422 for each invalid field. Reads no rows. */
export function validateNewAccount(creator: Creator, input: NewUser | NewHarvestCenter): void {
  const phone_number = phoneError(input)
  const creatorErrors = creator === 'admin' ? findAdminErrors(input) : findVisitorErrors(input)
  const errors: Record<string, string> = { ...findAddressErrors(input), ...creatorErrors, ...(phone_number && { phone_number }) }
  // Errors of other fields would reveal other kinds of accounts to a visitor.
  const shownErrors = errors.subscription ? { subscription: errors.subscription } : errors
  if (Object.keys(shownErrors).length > 0) failFields(shownErrors)
}

/**
 * The domain password lets a visitor sign up as an admin. Only its hash is stored; without a password, nobody signs up. Refuses a wrong one
 * with access_not_allowed for the field, and takes the same time without a stored password.
 */
export async function validateDomainPassword(db: Db, password: string, field: string): Promise<void> {
  const secrets = await db
    .selectFrom('domain_secrets')
    .select('admin_form_password_hash')
    .where('domain_id', '=', db.domainId)
    // A change of the password ends the forms that wait. It must not miss a form that arrives at the same time.
    .forShare()
    .executeTakeFirst()
  if (await verifyPassword(secrets?.admin_form_password_hash, password)) return
  failField(field, 'access_not_allowed')
}
