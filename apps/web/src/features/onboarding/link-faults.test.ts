import { expect, test } from 'vitest'
import { Refusal } from '#web/lib/refusal.ts'
import { linkFault, NO_CENTER, NO_INVITATION, NO_REP } from './link-faults.ts'

const refused = (...fields: string[]) =>
  new Refusal(422, { code: 'invalid', message: '', errors: Object.fromEntries(fields.map((field) => [field, ['No.']])) })

test.each<[string, unknown, string | undefined]>([
  ['the rep of the link', refused('saless_rep_id', 'email'), NO_REP],
  ['the center of the link', refused('hc_id'), NO_CENTER],
  ['the key of the link', refused('key'), NO_INVITATION],
  ['what the form can mend', refused('email', 'company'), undefined],
  ['what is no refusal', new Error('saless_rep_id'), undefined],
])('%s', (_, error, said) => {
  expect(linkFault(error)).toBe(said)
})
