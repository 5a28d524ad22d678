import type { Role } from '@vialdesk/contract/base/roles'
import type { PatientSort } from '@vialdesk/contract/people/patients'
import { userGroups } from '#api/features/accounts/accounts.policy.ts'
import { seesPersons } from '#api/features/visibility/visible.queries.ts'
import { failField } from '#api/platform/kernel/fail.ts'

/** The order of names would reveal them, so a reader without names may not ask for it. */
export function validatePatientSort(role: Role | undefined, sort: PatientSort | undefined): void {
  if ((sort === 'name' || sort === '-name') && !seesPersons(role)) failField('sort', 'This list has no names.')
}

/** The filter would reveal the state of invitations, so only a reader who gets it may ask. */
export function validatePatientFilter(
  role: Role | undefined,
  { never_signed_in }: { never_signed_in?: 'true' | undefined },
): void {
  if (never_signed_in && !(role && userGroups[role].ofPatients.includes('invitation')))
    failField('never_signed_in', 'This list does not show who has signed in.')
}
