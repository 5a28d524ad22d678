import { expect, test } from 'vitest'
import { Refusal } from '#web/lib/refusal.ts'
import { linkFault, NO_CENTER, NO_INVITATION, NO_REP } from './link-faults.ts'

const refused = (...fields: string[]) =>
  new Refusal(422, { code: 'invalid', message: '', errors: Object.fromEntries(fields.map((field) => [field, ['No.']])) })

test.each<[string, unknown, string | undefined]>([
  ['an unknown sales rep', refused('saless_rep_id', 'email'), NO_REP],
  ['an unknown harvest center', refused('hc_id'), NO_CENTER],
  ['an invalid key', refused('key'), NO_INVITATION],
  ['an error of a form field', refused('email', 'company'), undefined],
  ['an error that is no refusal', new Error('saless_rep_id'), undefined],
])('%s', (_, error, said) => {
  expect(linkFault(error)).toBe(said)
})
