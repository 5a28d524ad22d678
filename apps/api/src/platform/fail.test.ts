import { refusals } from '@vialdesk/contract/errors'
import { expect, test } from 'vitest'
import { fail, Refusal } from './fail.ts'

function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

test('takes status and message from the vocabulary', () => {
  const refusal = thrownBy(() => fail('price_changed')) as Refusal
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'price_changed', ...refusals.price_changed })
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
