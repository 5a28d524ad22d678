import { CHECKED, type SigningField } from '@vialdesk/contract/documents/signing-fields'
import { describe, expect, test } from 'vitest'
import { inReadingOrder, progressOf, stepsOf } from './field-steps.ts'

const field = (id: string, more: Partial<SigningField> = {}): SigningField => ({
  ...{ id, type: 'text', role: 'patient', page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.03, required: true, label: id },
  ...more,
})
const ids = (fields: { id: string }[]) => fields.map(({ id }) => id)

describe('the reading order', () => {
  test('goes by page, line and column', () => {
    const fields = [
      field('page2', { page: 2, y: 0 }),
      field('right', { x: 0.6, y: 0.1 }),
      field('below', { y: 0.3 }),
      field('left', { x: 0.1, y: 0.105 }),
    ]
    expect(ids(inReadingOrder(fields))).toEqual(['left', 'right', 'below', 'page2'])
  })
})

describe('the steps of a signer', () => {
  test('are the fields that this signer fills, with radio buttons as one step', () => {
    const fields = [
      field('name', { type: 'full_name' }),
      field('theirs', { role: 'center' }),
      field('yes', { type: 'radio', group: 'Smoker', value: 'yes', required: false, y: 0.2 }),
      field('no', { type: 'radio', group: 'Smoker', value: 'no', y: 0.25 }),
      field('sign', { type: 'signature', label: '', y: 0.9 }),
    ]
    const steps = stepsOf(fields, 'patient')
    expect(steps.map(({ id, label, required }) => [id, label, required])).toEqual([
      ['yes', 'Smoker', true],
      ['sign', 'Signature', true],
    ])
  })
})

describe('the progress', () => {
  const fields = [field('one'), field('two', { required: false, y: 0.2 }), field('three', { type: 'signature', y: 0.3 })]
  const form = { fields, role: 'patient' as const, steps: stepsOf(fields, 'patient') }

  test('counts required fields and names the next one', () => {
    expect(progressOf(form, {})).toMatchObject({ done: 0, total: 2, next: { id: 'one' } })
    expect(progressOf(form, { one: 'x' })).toMatchObject({ done: 1, next: { id: 'three' } })
    expect(progressOf(form, { one: 'x', three: CHECKED })).toMatchObject({ done: 2, next: undefined, errors: {} })
  })

  test('goes on behind the focused field, and back to what was skipped', () => {
    expect(progressOf(form, {}, 'one').next?.id).toBe('three')
    expect(progressOf(form, { three: CHECKED }, 'three').next?.id).toBe('one')
  })

  test('names an optional field with a wrong value', () => {
    const dates = [field('born', { type: 'date', required: false })]
    const born = { fields: dates, role: 'patient' as const, steps: stepsOf(dates, 'patient') }
    expect(progressOf(born, { born: '2026-02-30' }).next?.id).toBe('born')
  })
})
