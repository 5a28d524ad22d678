/** Constraints of the database that two callers can break in a race, by name: the field that is wrong, and the refusal. */
import type { FieldReason } from '#api/platform/kernel/fail.ts'

export const constraintErrors: Readonly<Record<string, { field: string; reason: FieldReason }>> = {
  users_email_key: { field: 'email', reason: 'duplicate_email' },
  vial_counts_vials_check: { field: 'quantity', reason: 'not_enough_vials' },
  vial_counts_vials_reserved_check: { field: 'quantity', reason: 'vials_reserved' },
  vials_release_rules_check: { field: 'override_reason', reason: 'rules_unmet' },
  vial_arrivals_pkey: { field: 'arrived_on', reason: 'conflict' },
  coupons_code_key: { field: 'code', reason: 'This code is already used by another coupon.' },
  saved_views_name_key: { field: 'name', reason: 'You have a view with this name.' },
  vials_position_excl: { field: 'vials', reason: 'One of the positions was taken in the meantime.' },
}
