import type { Role } from '@vialdesk/contract/base/roles'
import { failField } from '#api/platform/kernel/fail.ts'

/** Observers do not see the numbers of patients, which the order would compare. */
export function validateSummarySort(role: Role | undefined, sort: string | undefined): void {
  if (role === 'observer' && sort?.endsWith('patients')) failField('sort', 'This list has no numbers of patients.')
}
