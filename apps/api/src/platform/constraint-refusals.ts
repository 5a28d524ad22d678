/** Constraints of the database that two callers can break in a race, by name: the field that is wrong, and the refusal. */
import type { FieldReason } from './fail.ts'

export const constraintRefusals: Readonly<Record<string, { field: string; reason: FieldReason }>> = {
  users_email_unique: { field: 'email', reason: 'duplicate_email' },
  vials_never_below_zero: { field: 'quantity', reason: 'not_enough_vials' },
  one_vial_a_position: { field: 'vials', reason: 'One of the positions was taken in the meantime.' },
}
