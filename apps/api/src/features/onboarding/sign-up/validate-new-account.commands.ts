/** Validates the input of a new account by an admin or a visitor. */
import { ACCOUNT_TYPE_UNAVAILABLE, type NewHarvestCenter, type NewUser } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import { REQUIRED } from '@vialdesk/contract/validation-messages'
import { findAddressErrors, phoneError } from '#api/features/accounts/edit/validate-address.commands.ts'
import type { Creator } from '#api/features/onboarding/onboarding.policy.ts'
import { failFields } from '#api/platform/kernel/fail.ts'

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
