/** Validates what an admin or a visitor may ask for in a new account. */
import { type NewHarvestCenter, type NewUser, NO_SUCH_KIND } from '@vialdesk/contract/onboarding'
import { membershipOf } from '@vialdesk/contract/roles'
import { REQUIRED } from '@vialdesk/contract/sentences'
import { faultOfPhone } from '#api/features/accounts/phone.policy.ts'
import { failFields } from '#api/platform/fail.ts'
import type { Creator } from './onboarding.policy.ts'

const { patient, lab, admin, observer } = membershipOf
/** Memberships without a sign-up form. */
const addedByAdmins: readonly number[] = [patient, lab, admin, observer]

function faultsOfVisitor(input: NewUser | NewHarvestCenter): Record<string, string> {
  return {
    ...('subscription' in input && addedByAdmins.includes(input.subscription) && { subscription: NO_SUCH_KIND }),
    ...(!('password' in input && input.password) && { password: REQUIRED }),
    ...('lab_id' in input && input.lab_id !== null && { lab_id: 'Only an admin can choose the lab.' }),
    ...('staff_hc_ids' in input && input.staff_hc_ids.length !== 1 && { staff_hc_ids: 'The link is for one harvest center.' }),
  }
}

const faultsOfAdmin = (input: NewUser | NewHarvestCenter): Record<string, string> =>
  'password' in input && input.password !== undefined ? { password: 'The owner sets a password with the emailed link.' } : {}

/** Refuses with 422, naming each field. Looks nothing up. */
export function validateNewAccount(creator: Creator, input: NewUser | NewHarvestCenter): void {
  const phone_number = faultOfPhone(input)
  const ofCreator = creator === 'admin' ? faultsOfAdmin(input) : faultsOfVisitor(input)
  const faults: Record<string, string> = { ...ofCreator, ...(phone_number && { phone_number }) }
  // A visitor must not learn which other kinds of account exist, so the other fields are not named then.
  const shown = faults.subscription ? { subscription: faults.subscription } : faults
  if (Object.keys(shown).length > 0) failFields(shown)
}
