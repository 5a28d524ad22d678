/** Default messages for invalid input, used when the schema of the field has no message of its own. */
import { z } from 'zod'

export const REQUIRED = 'This field is required.'

/** Of every text field except those of a card: such text is stored, mailed and audited. */
export const CARD_NUMBER_REFUSED = 'Do not enter card numbers here'

const typeMessages: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Enter a list.',
  object: 'Enter fields with values.',
}

type Issue = z.core.$ZodRawIssue
type Bound = Extract<Issue, { code: 'too_big' | 'too_small' }>
const units: Record<string, [one: string, many: string]> = {
  string: [' character', ' characters'],
  array: [' choice', ' choices'],
  number: ['', ''],
  int: ['', ''],
}

function boundMessage({ origin }: Bound, prefix: 'At least' | 'At most', bound: number | bigint): string | undefined {
  const unit = units[origin]?.[Number(bound) === 1 ? 0 : 1]
  return unit === undefined ? undefined : `${prefix} ${bound.toLocaleString('en-US')}${unit}.`
}

/** Undefined: zod's own message is used. */
export function validationMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? REQUIRED : typeMessages[issue.expected]
    case 'too_big':
      return boundMessage(issue, 'At most', issue.maximum)
    case 'too_small':
      return boundMessage(issue, 'At least', issue.minimum)
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : 'Choose one of the options.'
    default:
      return undefined
  }
}

z.config({ customError: validationMessage })
