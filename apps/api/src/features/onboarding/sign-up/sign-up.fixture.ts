/** Inputs of the sign-up tests. */
import { membershipIds } from '@vialdesk/contract/roles'
import { nextNumber } from '#api/testing/factories.ts'

export const PASSWORD = 'a long enough password'

export const personInput = (values: object = {}) => ({
  first_name: 'Ida',
  last_name: 'Berg',
  email: `ida-${nextNumber()}@mail.example`,
  ...values,
})

/** The input of the harvest center form. */
export const centerInput = (saless_rep_id: number, values: object = {}) => ({
  ...personInput(),
  company: 'Fjord Clinic',
  phone_number: '+47 55 50 01 00',
  address1: 'Kaien 1',
  city: 'Bergen',
  state_desc: 'Vestland',
  country_desc: 'Norway',
  saless_rep_id,
  ...values,
})

export const referralCenterInput = (saless_rep_id: number, values: object = {}) =>
  centerInput(saless_rep_id, { subscription: membershipIds.referral_harvest_center, zip_code: '5003', ...values })
