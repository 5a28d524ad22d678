import { refusals } from '@vialdesk/contract/errors'
import { expect, test } from 'vitest'
import { Refusal, unreachable } from './refusal.ts'
import { wordsFor, wordsForReading } from './words.ts'

const usual = (code: 'internal' | 'conflict', incident?: string) =>
  new Refusal(refusals[code].status, { code, message: refusals[code].message, ...(incident && { incident }) })

test('prefers the message of the call to the usual text of its code', () => {
  expect(wordsFor(new Refusal(409, { code: 'conflict', message: 'The label was printed already.' }))).toBe(
    'The label was printed already.',
  )
  expect(wordsFor(usual('conflict'))).toMatch(/Nothing was saved/)
})

test('adds the reference of the log to an unknown error', () => {
  expect(wordsFor(usual('internal', 'a1b2'))).toMatch(/\(Reference: a1b2\)$/)
})

test('does not mention saving when only reading failed', () => {
  expect(wordsForReading(usual('internal'))).not.toMatch(/saved/)
  expect(wordsForReading(unreachable(0))).not.toMatch(/arrived/)
  expect(wordsForReading(new Error('chunk'))).not.toMatch(/saved/)
})

test('shows the field error of a search', () => {
  const errors = { search: ['Do not enter card numbers here'] }
  const refused = new Refusal(422, { code: 'invalid', message: refusals.invalid.message, errors })
  expect(wordsForReading(refused)).toBe('Do not enter card numbers here')
  expect(wordsFor(refused)).toMatch(/marked fields/)
})
