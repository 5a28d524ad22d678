import { apiErrors } from '@vialdesk/contract/base/errors'
import { expect, test } from 'vitest'
import { ApiError, fail, failField, failFields } from '#api/platform/kernel/fail.ts'

function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

test('takes status and message from the vocabulary', () => {
  const refusal = thrownBy(() => fail('price_changed')) as ApiError
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ code: 'price_changed', ...apiErrors.price_changed })
  expect('cause' in refusal).toBe(false)
})

test('accepts a more exact message, field errors and a cause', () => {
  const cause = new Error('deep down')
  const details = {
    message: 'Only two vials are left.',
    errors: { quantity: ['Only two.'] },
    headers: { 'retry-after': '3' },
    cause,
  }
  expect(thrownBy(() => fail('not_enough_vials', details))).toMatchObject({ ...details, status: 409 })
})

test('a field is refused with a sentence, or with a code that brings its sentence', () => {
  expect(thrownBy(() => failField('lab_id', 'Choose an active lab.'))).toMatchObject({
    code: 'invalid',
    status: 422,
    errors: { lab_id: ['Choose an active lab.'] },
  })
  expect(thrownBy(() => failField('email', 'duplicate_email'))).toMatchObject({
    code: 'duplicate_email',
    status: 409,
    errors: { email: [apiErrors.duplicate_email.message] },
  })
})

test('several fields are refused at once', () => {
  expect(thrownBy(() => failFields({ company: 'Required.', email: 'No address.' }))).toMatchObject({
    code: 'invalid',
    errors: { company: ['Required.'], email: ['No address.'] },
  })
})
