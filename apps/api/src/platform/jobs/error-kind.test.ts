import { expect, test } from 'vitest'
import { fail } from '#api/platform/kernel/fail.ts'
import { withErrorKind } from './error-kind.ts'

const refusal = () => {
  try {
    return fail('not_found')
  } catch (error) {
    return error
  }
}

test.each<[string, unknown, string]>([
  ['a network', Object.assign(new Error('connect 192.0.2.1'), { code: 'ECONNREFUSED' }), '[ECONNREFUSED] connect 192.0.2.1'],
  ['a cause', new Error('fetch failed', { cause: { code: 'ETIMEDOUT' } }), '[ETIMEDOUT] fetch failed'],
  ['the database', Object.assign(new Error('duplicate key'), { code: '23505' }), '[23505] duplicate key'],
  ['a mistake in the program', new TypeError('x is undefined'), '[TypeError] x is undefined'],
  ['a refusal', refusal(), '[not_found] Not found.'],
  ['an unknown source', new Error('Ada has no lab'), '[Error] Ada has no lab'],
  ['a code that is a text', Object.assign(new Error('no'), { code: 'Ada Lovelace' }), '[Error] no'],
  ['a thrown text', 'Ada', '[Error] Ada'],
])('puts the kind before the message of an error of %s', (_, error, message) => {
  expect(withErrorKind(error)).toMatchObject({ message, cause: error })
})
