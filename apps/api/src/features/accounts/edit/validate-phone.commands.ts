/** Validates phone numbers. A number is kept as it was typed. */
import { type CountryCode, isPossiblePhoneNumber, isSupportedCountry } from 'libphonenumber-js/min'
import { failField } from '#api/platform/kernel/fail.ts'
import { findCountryCode } from './country-codes.pure.ts'

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
