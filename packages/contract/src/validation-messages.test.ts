import { expect, test } from 'vitest'
import { z } from 'zod'
import { Id, IdList, requiredLine, singleLine } from './primitives.ts'

const Form = z.object({
  name: requiredLine(80),
  note: singleLine(5),
  id: Id,
  ids: IdList,
  kind: z.enum(['a', 'b']),
  on: z.boolean(),
})
const messages = (schema: z.ZodType, input: unknown) => {
  const { error } = schema.safeParse(input)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}
const good = { name: 'Ada', note: '', id: 1, ids: [], kind: 'a', on: true }

test('says that a missing value is required', () => {
  const required = 'This field is required.'
  expect(messages(Form, {})).toEqual({
    name: required,
    note: required,
    id: required,
    ids: required,
    kind: required,
    on: required,
  })
  expect(messages(Form, { ...good, id: null, name: '  ' })).toEqual({ id: required, name: required })
})

test.each<[string, object, object]>([
  ['too long', { name: 'x'.repeat(5000), note: 'xxxxxx' }, { name: 'At most 80 characters.', note: 'At most 5 characters.' }],
  ['of the wrong type', { name: 5, id: 'x', on: 'yes' }, { name: 'Enter text.', id: 'Enter a number.', on: 'Choose yes or no.' }],
  ['out of bounds', { id: 0 }, { id: 'At least 1.' }],
  ['too long a list', { ids: Array.from({ length: 201 }, (_, n) => n + 1) }, { ids: 'At most 200 choices.' }],
  ['not one of the options', { kind: 'c' }, { kind: 'Choose one of the options.' }],
])('has a message for a value that is %s', (_, input, expected) => {
  expect(messages(Form, { ...good, ...input })).toEqual(expected)
})

test.each([[[]], ['text'], [7]])('refuses a value without fields: %j', (input) => {
  expect(messages(Form, input)).toEqual({ '': 'Enter fields with values.' })
})
