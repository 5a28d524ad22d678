/** What the number of a card says about it. */
interface CardBrand {
  name: string
  /** The possible lengths of the number. Visa's old numbers have 13 digits, such as a test card of Authorize.Net. */
  digits: number[]
  /** Lengths of the groups that the number is printed in. */
  groups: number[]
  /** Digits of the security code. */
  cvc: 3 | 4
}

const GROUPS_OF_FOUR = [4, 4, 4, 4, 3]
const FROM_16_TO_19 = [16, 17, 18, 19]
const MASTERCARD = /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/
/** By the first digits; the issuers' public ranges. */
const brands: { starts: RegExp; brand: CardBrand }[] = [
  { starts: /^3[47]/, brand: { name: 'American Express', digits: [15], groups: [4, 6, 5], cvc: 4 } },
  { starts: /^4/, brand: { name: 'Visa', digits: [13, 16, 19], groups: GROUPS_OF_FOUR, cvc: 3 } },
  { starts: MASTERCARD, brand: { name: 'Mastercard', digits: [16], groups: [4, 4, 4, 4], cvc: 3 } },
  { starts: /^(?:6011|64[4-9]|65)/, brand: { name: 'Discover', digits: FROM_16_TO_19, groups: GROUPS_OF_FOUR, cvc: 3 } },
  { starts: /^3(?:0[0-5]|[689])/, brand: { name: 'Diners Club', digits: [14], groups: [4, 6, 4], cvc: 3 } },
  { starts: /^35(?:2[89]|[3-8])/, brand: { name: 'JCB', digits: FROM_16_TO_19, groups: GROUPS_OF_FOUR, cvc: 3 } },
]

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Undefined for a number of another brand. Characters between the digits are ignored. */
export function cardBrandOf(number: string): CardBrand | undefined {
  const digits = digitsOf(number)
  return brands.find(({ starts }) => starts.test(digits))?.brand
}

/** The check digit fits (Luhn, ISO/IEC 7812-1), which finds most typing errors. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Checks the length, which may depend on the brand, and the check digit. The number may be written in groups. */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text)
  const { length } = digits
  const fits = cardBrandOf(digits)?.digits.includes(length) ?? (length >= 12 && length <= 19)
  return fits && passesLuhn(digits)
}
