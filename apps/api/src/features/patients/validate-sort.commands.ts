import type { PatientSort } from '@vialdesk/contract/patients'
import type { Role } from '@vialdesk/contract/roles'
import { seesPersons } from '#api/features/accounts/visibility/visible.queries.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

/** The order of names would reveal them, so a reader without names may not ask for it. */
export function validatePatientSort(role: Role | undefined, sort: PatientSort | undefined): void {
  if ((sort === 'name' || sort === '-name') && !seesPersons(role)) failField('sort', 'This list has no names.')
}
