/** Validates phone numbers. A number is kept as it was typed. */
import names from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { type CountryCode, isPossiblePhoneNumber, isSupportedCountry } from 'libphonenumber-js/min'
import { failField } from '#api/platform/http/errors/fail.ts'

export const WRONG_PHONE = 'Enter a valid phone number; include the country code if outside the US.'

const codes = new Map<string, CountryCode>()
for (const [code, known] of Object.entries(names.countries)) {
  if (!isSupportedCountry(code)) continue
  for (const name of typeof known === 'string' ? [known] : known) codes.set(name.toLowerCase(), code)
}

/** Digits with what people put between them, and an extension. */
const written = /^\+?[\d\s().\-/]+((x|ext\.?|#)\s*\d{1,7})?$/i
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').length

/** Checks the length only: the numbers that a country has given out change too often to refuse one of them. */
export function canBePhone(text: string, country: string): boolean {
  if (!written.test(text)) return false
  if (text.startsWith('+')) return isPossiblePhoneNumber(text)
  const code = codes.get(country.trim().toLowerCase())
  return code ? isPossiblePhoneNumber(text, code) : digitsOf(text) >= 5 && digitsOf(text) <= 22
}

interface Reachable {
  phone_number?: string | undefined
  country_desc?: string | undefined
}

/** The fault of the number; undefined when it is valid or empty. Required fields are checked elsewhere. */
export const faultOfPhone = ({ phone_number, country_desc = '' }: Reachable): string | undefined =>
  phone_number && !canBePhone(phone_number, country_desc) ? WRONG_PHONE : undefined

/** Refuses with 422, naming the field. */
export function validatePhone(input: Reachable): void {
  const fault = faultOfPhone(input)
  if (fault) failField('phone_number', fault)
}
