import type { Role } from '@vialdesk/contract/base/roles'

/** For the empty list of a center: the way to its first patient. */
export const noPatientsHint = (role: Role | undefined): string =>
  role === 'referral_harvest_center'
    ? 'Refer a patient when you pay the referral fee. Your patients appear here.'
    : 'Register a patient when you pay the processing fee. Your patients appear here.'
