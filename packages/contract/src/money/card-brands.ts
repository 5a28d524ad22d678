/** What the number of a card says about it. */
interface CardBrand {
  name: string
  /** Lengths of the groups that the number is printed in. */
  groups: number[]
  /** Digits of the security code. */
  cvc: 3 | 4
}

const GROUPS_OF_FOUR = [4, 4, 4, 4, 3]
/** By the first digits; the issuers' public ranges. */
const brands: { starts: RegExp; brand: CardBrand }[] = [
  { starts: /^3[47]/, brand: { name: 'American Express', groups: [4, 6, 5], cvc: 4 } },
  { starts: /^4/, brand: { name: 'Visa', groups: GROUPS_OF_FOUR, cvc: 3 } },
  { starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, brand: { name: 'Mastercard', groups: [4, 4, 4, 4], cvc: 3 } },
  { starts: /^(?:6011|64[4-9]|65)/, brand: { name: 'Discover', groups: GROUPS_OF_FOUR, cvc: 3 } },
  { starts: /^3(?:0[0-5]|[689])/, brand: { name: 'Diners Club', groups: [4, 6, 4], cvc: 3 } },
  { starts: /^35(?:2[89]|[3-8])/, brand: { name: 'JCB', groups: GROUPS_OF_FOUR, cvc: 3 } },
]

/** Undefined for a number of another brand. Characters between the digits are ignored. */
export function cardBrandOf(number: string): CardBrand | undefined {
  const digits = number.replace(/\D/g, '')
  return brands.find(({ starts }) => starts.test(digits))?.brand
}
