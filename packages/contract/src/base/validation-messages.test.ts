import { expect, test } from 'vitest'
import { z } from 'zod'
import { Email, Id, IdList, Money, requiredLine, singleLine } from './primitives.ts'

const Form = z.object({
  name: requiredLine(80),
  note: singleLine(5),
  id: Id,
  ids: IdList,
  kind: z.enum(['a', 'b']),
  on: z.boolean(),
})
const Rest = z.object({
  amount: Money,
  weight: z.number().positive().lt(150),
  code: z.string().regex(/^\d+$/),
  web: z.url(),
  link: z.union([z.literal(''), Email]),
  change: z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b'), x: z.string() })]),
  choices: z.record(z.enum(['mail', 'phone']), z.boolean()),
  list: z.array(z.string()).min(1),
  word: z.string().min(3),
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

test('has a sentence for every kind of fault, and none of the library', () => {
  z.config({ localeError: () => 'a text of the library' })
  const nothing = {
    amount: 1.005,
    weight: 0,
    code: 'x',
    web: 'x',
    link: 'x',
    change: { kind: 'c' },
    choices: { fax: true },
    list: [],
    word: '',
  }
  expect(messages(Rest, nothing)).toEqual({
    amount: 'Enter an amount with at most two decimals.',
    weight: 'More than 0.',
    code: 'This is not written as expected.',
    web: 'Enter a link that begins with https://.',
    link: 'Enter a valid email address.',
    'change.kind': 'Choose one of the options.',
    choices: 'There is no such field.',
    'choices.mail': 'This field is required.',
    'choices.phone': 'This field is required.',
    list: 'This field is required.',
    word: 'This field is required.',
  })
  const other = { amount: '1', weight: 150, code: null, web: 5, link: 5, change: {}, choices: [], list: 'x', word: 'ab' }
  expect(messages(Rest, other)).toEqual({
    amount: 'Enter a number.',
    weight: 'Less than 150.',
    code: 'This field is required.',
    web: 'Enter text.',
    link: 'Enter text.',
    'change.kind': 'This field is required.',
    choices: 'Enter fields with values.',
    list: 'Enter a list.',
    word: 'At least 3 characters.',
  })
  expect(messages(z.strictObject({}), { toString: 1 })).toEqual({ '': 'There is no such field.' })
  expect(
    messages(
      z.string().refine(() => false),
      'x',
    ),
  ).toEqual({ '': 'Please check this field.' })
})

test.each([[[]], ['text'], [7]])('refuses a value without fields: %j', (input) => {
  expect(messages(Form, input)).toEqual({ '': 'Enter fields with values.' })
})
