import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { invalidLinkMessage, NO_CENTER, NO_INVITATION, NO_REP } from './invalid-link-messages.ts'

const refused = (...fields: string[]) =>
  new ApiError(422, { code: 'invalid', message: '', errors: Object.fromEntries(fields.map((field) => [field, ['No.']])) })

test.each<[string, unknown, string | undefined]>([
  ['an unknown sales rep', refused('saless_rep_id', 'email'), NO_REP],
  ['an unknown harvest center', refused('hc_id'), NO_CENTER],
  ['an invalid key', refused('key'), NO_INVITATION],
  ['an error of a form field', refused('email', 'company'), undefined],
  ['an error that is no refusal', new Error('saless_rep_id'), undefined],
])('%s', (_, error, said) => {
  expect(invalidLinkMessage(error)).toBe(said)
})
