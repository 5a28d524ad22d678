import { describe, expect, test } from 'vitest'
import { fieldValueErrors, printedValue } from './field-values.ts'
import type { SigningField } from './signing-fields.ts'

const field = (more: Partial<SigningField>): SigningField => ({
  ...{ id: 'one', type: 'text', role: 'patient', page: 1, x: 0, y: 0, width: 0.1, height: 0.1, required: true, label: '' },
  ...more,
})
const errorOf = (more: Partial<SigningField>, value: string) => fieldValueErrors([field(more)], 'patient', { one: value }).one

describe('a value', () => {
  test.each<[Partial<SigningField>, string]>([
    [{ type: 'signature' }, 'yes'],
    [{ type: 'initials' }, 'yes'],
    [{ type: 'checkbox' }, 'yes'],
    [{ type: 'radio', group: 'g', value: 'left' }, 'left'],
    [{ type: 'dropdown', options: ['red', 'blue'] }, 'blue'],
    [{ type: 'date' }, '2026-02-28'],
    [{ type: 'number' }, '-12.50'],
    [{ type: 'text' }, 'Two lines\nof text'],
    [{ type: 'text' }, 'x'.repeat(1000)],
    [{ type: 'text', required: false }, ''],
  ])('of %j fits: %j', (more, value) => {
    expect(errorOf(more, value)).toBeUndefined()
  })

  test.each<[Partial<SigningField>, string, RegExp]>([
    [{ type: 'signature' }, '', /Sign here/],
    [{ type: 'signature' }, 'Nora', /Sign here/],
    [{ type: 'initials' }, '', /Sign here/],
    [{ type: 'checkbox' }, '', /required/],
    [{ type: 'checkbox' }, 'true', /Choose/],
    [{ type: 'radio', group: 'g', value: 'left' }, 'right', /Choose/],
    [{ type: 'radio', group: 'g', value: 'left' }, '', /Choose/],
    [{ type: 'dropdown', options: ['red'] }, 'green', /Choose/],
    [{ type: 'dropdown', options: ['red'] }, '', /Choose/],
    [{ type: 'date' }, '02/28/2026', /date/],
    [{ type: 'date' }, '2026-02-30', /date/],
    [{ type: 'date' }, '1026-02-20', /1950/],
    [{ type: 'number' }, '12a', /number/],
    [{ type: 'number' }, '1e5', /number/],
    [{ type: 'text' }, '', /required/],
    [{ type: 'text' }, 'x'.repeat(1001), /1000/],
    [{ type: 'text' }, 'a\0b', /characters/],
    [{ type: 'text' }, 'a\u0007b', /characters/],
    [{ type: 'text' }, 'a\ud800', /characters/],
  ])('of %j is refused: %j', (more, value, error) => {
    expect(errorOf(more, value)).toMatch(error)
  })
})

describe('radio buttons of a group', () => {
  const group = [
    field({ id: 'left', type: 'radio', group: 'side', value: 'left', required: true }),
    field({ id: 'right', type: 'radio', group: 'side', value: 'right', required: false }),
  ]
  test('are satisfied by one button', () => {
    expect(fieldValueErrors(group, 'patient', { right: 'right' })).toEqual({})
  })
  test('exclude each other', () => {
    expect(fieldValueErrors(group, 'patient', { left: 'left', right: 'right' })).toEqual({ right: 'Choose only one option.' })
  })
  test('require one button', () => {
    expect(fieldValueErrors(group, 'patient', {})).toEqual({ left: 'Choose an option.' })
  })
})

test('ignores what the portal fills, and refuses fields of another signer and unknown ones', () => {
  const fields = [
    field({ id: 'name', type: 'full_name' }),
    field({ id: 'theirs', role: 'center', required: true }),
    field({ id: 'mine', required: false }),
  ]
  expect(fieldValueErrors(fields, 'patient', { name: 'Somebody else' })).toEqual({})
  expect(Object.keys(fieldValueErrors(fields, 'patient', { theirs: 'x', unknown: 'y', constructor: 'z' })).sort()).toEqual([
    'constructor',
    'theirs',
    'unknown',
  ])
})

test('takes no value from the prototype of an object', () => {
  expect(fieldValueErrors([field({ id: 'constructor' })], 'patient', {})).toEqual({ constructor: 'This field is required.' })
})

test('prints days as people read them', () => {
  expect(printedValue({ type: 'date' }, '2026-02-08')).toBe('Feb 8, 2026')
  expect(printedValue({ type: 'date_signed' }, '2026-12-31')).toBe('Dec 31, 2026')
  expect(printedValue({ type: 'text' }, '2026-02-08')).toBe('2026-02-08')
})
