/** The sentences for wrong input, where the schema of a field has no sentence of its own. */
import { z } from 'zod'

export const REQUIRED = 'This field is required.'

const wanted: Record<string, string> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  int: 'Enter a whole number.',
  boolean: 'Choose yes or no.',
  array: 'Give a list.',
  object: 'Give fields with their values.',
}

type Issue = z.core.$ZodRawIssue
type Bound = Extract<Issue, { code: 'too_big' | 'too_small' }>
const units: Record<string, [one: string, many: string]> = {
  string: [' character', ' characters'],
  array: [' choice', ' choices'],
  number: ['', ''],
  int: ['', ''],
}

function boundOf({ origin }: Bound, least: 'At least' | 'At most', bound: number | bigint): string | undefined {
  const unit = units[origin]?.[Number(bound) === 1 ? 0 : 1]
  return unit === undefined ? undefined : `${least} ${bound.toLocaleString('en-US')}${unit}.`
}

/** Undefined leaves it to zod. */
export function sentenceOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? REQUIRED : wanted[issue.expected]
    case 'too_big':
      return boundOf(issue, 'At most', issue.maximum)
    case 'too_small':
      return boundOf(issue, 'At least', issue.minimum)
    case 'invalid_value':
      return issue.input === undefined ? REQUIRED : 'Choose one of the options.'
    default:
      return undefined
  }
}

z.config({ customError: sentenceOf })
