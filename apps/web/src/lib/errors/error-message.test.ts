import { apiErrors } from '@vialdesk/contract/base/errors'
import { expect, test } from 'vitest'
import { ApiError, unreachableError } from './api-error.ts'
import { errorMessage, readErrorMessage } from './error-message.ts'

const usual = (code: 'internal' | 'conflict', incident?: string) =>
  new ApiError(apiErrors[code].status, { code, message: apiErrors[code].message, ...(incident && { incident }) })

test('prefers the message of the call to the usual text of its code', () => {
  expect(errorMessage(new ApiError(409, { code: 'conflict', message: 'The label was printed already.' }))).toBe(
    'The label was printed already.',
  )
  expect(errorMessage(usual('conflict'))).toMatch(/Nothing was saved/)
})

test('never says that nothing was saved when this is uncertain', () => {
  const { status, message } = apiErrors.uncertain
  expect(errorMessage(new ApiError(status, { code: 'uncertain', message }))).toBe(message)
  const restarting = 'The portal is restarting. It may or may not have saved this: check before you try again.'
  expect(errorMessage(new ApiError(status, { code: 'uncertain', message: restarting }))).toBe(restarting)
})

test('adds the reference of the log to an unknown error', () => {
  expect(errorMessage(usual('internal', 'a1b2'))).toMatch(/\(Reference: a1b2\)$/)
})

test('does not mention saving when only reading failed', () => {
  expect(readErrorMessage(usual('internal'))).not.toMatch(/saved/)
  expect(readErrorMessage(unreachableError(0))).not.toMatch(/arrived/)
  expect(readErrorMessage(new Error('chunk'))).not.toMatch(/saved/)
})

test('shows the field error of a search', () => {
  const errors = { search: ['Do not enter card numbers here'] }
  const refused = new ApiError(422, { code: 'invalid', message: apiErrors.invalid.message, errors })
  expect(readErrorMessage(refused)).toBe('Do not enter card numbers here')
  expect(errorMessage(refused)).toMatch(/marked fields/)
})
