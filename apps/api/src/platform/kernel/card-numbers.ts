/**
 * Finds card numbers in text that people type. Such text is stored, mailed and audited for ever, so every call refuses card
 * numbers in all fields except those of a card.
 */
import type { Call } from '@vialdesk/contract/base/call'
import { CARD_NUMBER_REFUSED } from '@vialdesk/contract/base/validation-messages'
import { passesLuhn } from '@vialdesk/contract/money/card-brands'
import { fail } from './fail.ts'

/** First digits and lengths of the card brands (ISO/IEC 7812). Few tracking numbers of carriers fit one of them. */
const BRANDS = [
  /^4(?:\d{15}|\d{18})$/, // Visa. Its old numbers of 13 digits are not in use; German telephone numbers look like them
  /^(?=\d{16}$)(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, // Mastercard
  /^3[47]\d{13}$/, // American Express
  /^(?=\d{16,19}$)(?:6011|64[4-9]|65|62|35)/, // Discover, UnionPay, JCB
  /^(?=\d{14,19}$)3(?:0[0-5]|[689])/, // Diners Club
]
const isCardNumber = (digits: string) => BRANDS.some((brand) => brand.test(digits)) && passesLuhn(digits)

const GAP = '[ \\t._/|\\p{Pd}]'
const inGroups = (...groups: number[]) =>
  new RegExp(`(?<!\\d)(?=[2-6])(?=(${groups.map((digits) => `\\d{${digits}}`).join(`${GAP}{1,3}`)})(?!\\d))`, 'gu')
/** Ways to write a card number: in one piece, in the usual groups, or separated in any other way without digits around it. */
const NOTATIONS = [
  /(?<!\d)\d{14,19}(?!\d)/gu,
  inGroups(4, 4, 4, 4),
  inGroups(4, 4, 4, 4, 3),
  inGroups(4, 6, 5),
  inGroups(4, 6, 4),
  new RegExp(`(?<!\\d)\\d(?:${GAP}{0,3}\\d){13,18}(?!${GAP}{0,3}\\d)`, 'gu'),
]

export function containsCardNumber(text: string): boolean {
  // Full-width digits and unusual spaces become plain ones; characters without width are removed.
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return NOTATIONS.some((pattern) => {
    for (const [whole, inside = whole] of plain.matchAll(pattern)) if (isCardNumber(inside.replace(/\D/g, ''))) return true
    return false
  })
}

/** No field of the contract takes a longer text, except imported files; their cells are checked one by one. */
const MAX_TEXT_LENGTH = 5000
/** Deeper than any input of the contract. Below are only unknown fields, which are dropped. */
const MAX_DEPTH = 8
/** UUIDs, public ids of 40 hexadecimal digits and the names of stored files: about one in 8,000 looks like a card number. */
const randomName = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40}(?:\.[a-z0-9]{1,8})?)$/i

/** Dotted paths of the texts that contain a card number. Passwords are skipped: only their hashes are stored. */
function fieldsWithCardNumbers(value: unknown, path: string[]): string[] {
  if (typeof value === 'number') return fieldsWithCardNumbers(String(value), path)
  if (typeof value === 'string') {
    const isChecked = value.length <= MAX_TEXT_LENGTH && !randomName.test(value) && !/password/i.test(path.at(-1) ?? '')
    return isChecked && containsCardNumber(value) ? [path.join('.')] : []
  }
  if (typeof value !== 'object' || value === null || value instanceof Blob || path.length === MAX_DEPTH) return []
  return Object.entries(value).flatMap(([key, part]) => fieldsWithCardNumbers(part, [...path, key]))
}

/** The card of a payment, a card to save, and the token of a gateway, whose characters are random. */
const CARD_FIELDS = /^(credit_card\.|card_number$|opaque_data\.)/

/** Refuses with 422 for each field that contains a card number, except the card fields of calls that take cards. */
export function refuseCardNumbers(call: Call, ...inputs: unknown[]): void {
  const fields = inputs.flatMap((input) => fieldsWithCardNumbers(input, []))
  const wrong = call.hasCardData ? fields.filter((field) => !CARD_FIELDS.test(field)) : fields
  if (wrong.length > 0) fail('invalid', { errors: Object.fromEntries(wrong.map((field) => [field, [CARD_NUMBER_REFUSED]])) })
}
