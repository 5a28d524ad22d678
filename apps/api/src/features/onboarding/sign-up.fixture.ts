/** What several files of tests sign up. */
import { membershipIds } from '@vialdesk/contract/roles'
import { nextNumber } from '#api/testing/factories.ts'

export const PASSWORD = 'a long enough password'

export const person = (values: object = {}) => ({
  first_name: 'Ida',
  last_name: 'Berg',
  email: `ida-${nextNumber()}@mail.example`,
  ...values,
})

/** A center as its form sends it; the rep is the caller's to name. */
export const center = (saless_rep_id: number, values: object = {}) => ({
  ...person(),
  company: 'Fjord Clinic',
  phone_number: '+47 55 50 01 00',
  address1: 'Kaien 1',
  city: 'Bergen',
  state_desc: 'Vestland',
  country_desc: 'Norway',
  saless_rep_id,
  ...values,
})

export const referralCenter = (saless_rep_id: number, values: object = {}) =>
  center(saless_rep_id, { subscription: membershipIds.referral_harvest_center, zip_code: '5003', ...values })
