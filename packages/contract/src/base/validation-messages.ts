/**
 * The sentences for invalid input, for every kind of fault. A schema may have a more exact one of its own. No text of the validation
 * library reaches a person: its kinds are listed in full here, and the last resort is a sentence, too.
 */
import { z } from 'zod'
import { ownValue } from './own-value.ts'

export const REQUIRED = 'This field is required.'
/** Where nothing more exact can be said. */
export const CHECK_FIELD = 'Please check this field.'
export const UNKNOWN_FIELD = 'There is no such field.'
const CHOOSE_OPTION = 'Choose one of the options.'

/** Of every text field except those of a card: such text is stored, mailed and audited. */
export const CARD_NUMBER_REFUSED = 'Do not enter card numbers here'

const typeMessages: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Enter a list.',
  object: 'Enter fields with values.',
  record: 'Enter fields with values.',
  file: 'Choose a file.',
}

const formatMessages: Record<string, string> = {
  email: 'Enter a valid email address.',
  url: 'Enter a link that begins with https://.',
  date: 'Enter a date such as 2026-03-04.',
  datetime: 'Enter a time such as 2026-03-04T15:20:00Z.',
  uuid: 'This id is not valid.',
  regex: 'This is not written as expected.',
}

type Issue = z.core.$ZodRawIssue
type Bound = Extract<Issue, { code: 'too_big' | 'too_small' }>
const units: Record<string, [one: string, many: string]> = {
  string: [' character', ' characters'],
  array: [' choice', ' choices'],
  file: [' byte', ' bytes'],
}

function boundMessage({ origin, inclusive = true }: Bound, [within, beyond]: [string, string], bound: number | bigint): string {
  const unit = units[origin]?.[Number(bound) === 1 ? 0 : 1] ?? ''
  return `${inclusive ? within : beyond} ${bound.toLocaleString('en-US')}${unit}.`
}

/** A text or list that must not be empty is a required field. */
const isEmpty = ({ input }: Issue) =>
  (typeof input === 'string' && input.trim() === '') || (Array.isArray(input) && input.length === 0)

const isMissing = ({ input }: Issue) => input === undefined || input === null

/** The alternatives of a union, except fixed values such as a blank, say what is expected. */
function unionMessage({ errors, discriminator, input }: Extract<Issue, { code: 'invalid_union' }>): string {
  const chosen = typeof discriminator === 'string' ? ownValue(input as Record<string, unknown>, discriminator) : input
  if (chosen === undefined || chosen === null) return REQUIRED
  return errors.flat().find(({ code }) => code !== 'invalid_value')?.message ?? CHOOSE_OPTION
}

export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? REQUIRED : (ownValue(typeMessages, issue.expected) ?? CHECK_FIELD)
    case 'too_big':
      return boundMessage(issue, ['At most', 'Less than'], issue.maximum)
    case 'too_small':
      return isEmpty(issue) ? REQUIRED : boundMessage(issue, ['At least', 'More than'], issue.minimum)
    case 'invalid_value':
      return isMissing(issue) ? REQUIRED : CHOOSE_OPTION
    case 'not_multiple_of':
      return issue.divisor === 0.01 ? 'Enter an amount with at most two decimals.' : `Enter a multiple of ${issue.divisor}.`
    case 'invalid_format':
      return ownValue(formatMessages, issue.format) ?? CHECK_FIELD
    case 'unrecognized_keys':
    case 'invalid_key':
      return UNKNOWN_FIELD
    case 'invalid_union':
      return unionMessage(issue)
    case 'invalid_element':
    case 'custom':
      return CHECK_FIELD
  }
}

z.config({ customError: validationMessage })
