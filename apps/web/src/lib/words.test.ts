import { refusals } from '@vialdesk/contract/errors'
import { expect, test } from 'vitest'
import { Refusal, unreachable } from './refusal.ts'
import { wordsFor, wordsForReading } from './words.ts'

const usual = (code: 'internal' | 'conflict', incident?: string) =>
  new Refusal(refusals[code].status, { code, message: refusals[code].message, ...(incident && { incident }) })

test("a call's own sentence counts before the usual one of its code", () => {
  expect(wordsFor(new Refusal(409, { code: 'conflict', message: 'The label was printed already.' }))).toBe(
    'The label was printed already.',
  )
  expect(wordsFor(usual('conflict'))).toMatch(/Nothing was saved/)
})

test('an unknown failure says where the log has its cause', () => {
  expect(wordsFor(usual('internal', 'a1b2'))).toMatch(/\(Reference: a1b2\)$/)
})

test('who only looked is not told about saving', () => {
  expect(wordsForReading(usual('internal'))).not.toMatch(/saved/)
  expect(wordsForReading(unreachable(0))).not.toMatch(/arrived/)
  expect(wordsForReading(new Error('chunk'))).not.toMatch(/saved/)
})

test('a list says what is wrong with its search', () => {
  const errors = { search: ['Do not enter card numbers here'] }
  const refused = new Refusal(422, { code: 'invalid', message: refusals.invalid.message, errors })
  expect(wordsForReading(refused)).toBe('Do not enter card numbers here')
  expect(wordsFor(refused)).toMatch(/marked fields/)
})
