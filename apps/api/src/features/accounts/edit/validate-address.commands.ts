/** Checks addresses by the rules of their country. An address is kept as it was typed. */
import { addressErrors } from '@vialdesk/contract/address-rules'
import { failFields } from '#api/platform/kernel/fail.ts'
import { findCountryCode } from './country-codes.pure.ts'

export const isCountryCode = (text: string): boolean => findCountryCode(text) === text

interface AddressInput {
  address1?: string | undefined
  city?: string | undefined
  state_desc?: string | undefined
  country_desc?: string | undefined
  zip_code?: string | undefined
}

/** The errors by field; empty for a valid address, and for one without a country. */
export function findAddressErrors(input: AddressInput): { state_desc?: string; zip_code?: string } {
  const { address1 = '', city = '', state_desc = '', country_desc = '', zip_code = '' } = input
  if (country_desc === '') return {}
  const country = findCountryCode(country_desc)
  const { state, ...errors } = addressErrors({ address1, city, state: state_desc, country, zip_code })
  return { ...errors, ...(state && { state_desc: state }) }
}

/** Refuses an address with 422 for its fields. */
export function validateAddress(input: AddressInput): void {
  const errors = findAddressErrors(input)
  if (Object.keys(errors).length > 0) failFields(errors)
}

const addressFields = ['address1', 'city', 'state_desc', 'country_desc', 'zip_code'] as const

/** The errors of an edit. An earlier address stays valid while it is not changed. */
export function findEditedAddressErrors(before: AddressInput, edit: AddressInput) {
  const isChanged = addressFields.some((field) => edit[field] !== undefined && edit[field] !== before[field])
  if (!isChanged) return {}
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  return findAddressErrors({ ...before, ...given })
}
