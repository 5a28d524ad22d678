/** Whether a telephone number can be one. It is kept as it was typed: people know best how theirs is written. */
import names from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { type CountryCode, isPossiblePhoneNumber, isSupportedCountry } from 'libphonenumber-js/min'
import { fail } from '#api/platform/fail.ts'

export const WRONG_PHONE = 'Enter a valid phone number; include the country code if outside the US.'

const codes = new Map<string, CountryCode>()
for (const [code, known] of Object.entries(names.countries)) {
  if (!isSupportedCountry(code)) continue
  for (const name of typeof known === 'string' ? [known] : known) codes.set(name.toLowerCase(), code)
}

/** Digits with what people put between them, and an extension. */
const written = /^\+?[\d\s().\-/]+((x|ext\.?|#)\s*\d{1,7})?$/i
const digitsOf = (text: string) => text.replaceAll(/\D/g, '').length

/** By the length of numbers there: which of them are given out changes too often to tell anyone that theirs is none. */
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

/** What is wrong with the number; nothing is where there is none, which is for others to mind. */
export const faultOfPhone = ({ phone_number, country_desc = '' }: Reachable): string | undefined =>
  phone_number && !canBePhone(phone_number, country_desc) ? WRONG_PHONE : undefined

/** Refuses with 422, naming the field. */
export function checkPhone(input: Reachable): void {
  const fault = faultOfPhone(input)
  if (fault) fail('invalid', { errors: { phone_number: [fault] } })
}
