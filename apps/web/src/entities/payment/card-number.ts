/** How a card number is written while it is typed. */
import { cardBrandOf, digitsOf } from '@vialdesk/contract/money/card-brands'

/** `4111 1111 1111 1111`: digits in the groups of their brand, no more than the brand has. */
export function groupDigits(text: string): string {
  const digits = digitsOf(text)
  const groups = cardBrandOf(digits)?.groups ?? [4, 4, 4, 4, 3]
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
