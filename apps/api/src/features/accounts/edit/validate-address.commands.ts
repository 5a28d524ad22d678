/** Checks addresses by the rules of their country, and phone numbers. Both are kept as they were typed. */
import { addressErrors } from '@vialdesk/contract/base/address-rules'
import { type CountryCode, isPossiblePhoneNumber, isSupportedCountry } from 'libphonenumber-js/min'
import { failField, failFields } from '#api/platform/kernel/fail.ts'
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

export const INVALID_PHONE = 'Enter a valid phone number; include the country code if outside the US.'

function findPhoneCountry(name: string): CountryCode | undefined {
  const code = findCountryCode(name)
  return code !== undefined && isSupportedCountry(code) ? code : undefined
}

/** Digits with common separators, and an optional extension. */
const PHONE_PATTERN = /^\+?[\d\s().\-/]+((x|ext\.?|#)\s*\d{1,7})?$/i
const countDigits = (text: string) => text.replaceAll(/\D/g, '').length

/** Checks only the length, because the assigned number ranges of countries change too often. */
export function isPossiblePhone(text: string, country: string): boolean {
  if (!PHONE_PATTERN.test(text)) return false
  if (text.startsWith('+')) return isPossiblePhoneNumber(text)
  const code = findPhoneCountry(country)
  return code ? isPossiblePhoneNumber(text, code) : countDigits(text) >= 5 && countDigits(text) <= 22
}

interface PhoneInput {
  phone_number?: string | undefined
  country_desc?: string | undefined
}

/** The error of the number; undefined when it is valid or empty. Required fields are checked elsewhere. */
export const phoneError = ({ phone_number, country_desc = '' }: PhoneInput): string | undefined =>
  phone_number && !isPossiblePhone(phone_number, country_desc) ? INVALID_PHONE : undefined

/** Refuses an invalid phone number with 422 for its field. */
export function validatePhone(input: PhoneInput): void {
  const error = phoneError(input)
  if (error) failField('phone_number', error)
}
