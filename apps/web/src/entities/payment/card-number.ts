/** Formats and validates typed card numbers, without storing them. */
import { cardBrandOf } from '@vialdesk/contract/money/card-brands'

const GROUPS_OF_FOUR = [4, 4, 4, 4, 3]

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** `4111 1111 1111 1111`: digits in the groups of their brand, no more than the brand has. */
export function groupDigits(text: string): string {
  const digits = digitsOf(text)
  const groups = cardBrandOf(digits)?.groups ?? GROUPS_OF_FOUR
  const ends = groups.map((_, index) => groups.slice(0, index + 1).reduce((sum, length) => sum + length, 0))
  return ends
    .map((end, index) => digits.slice(ends[index - 1] ?? 0, end))
    .filter(Boolean)
    .join(' ')
}

/** Caret position after grouping: behind the same number of digits. */
export function caretAfterGrouping(text: string, digitsBefore: number): number {
  let seen = 0
  for (const [index, character] of [...text].entries()) {
    if (seen === digitsBefore) return index
    if (character !== ' ') seen += 1
  }
  return text.length
}

/** Checks length and check digit (Luhn, ISO/IEC 7812-1), which finds most typing errors. */
export function isCardNumber(text: string): boolean {
  const digits = [...digitsOf(text)].map(Number).toReversed()
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0
}
