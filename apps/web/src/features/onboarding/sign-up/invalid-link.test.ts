import { expect, test } from 'vitest'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { invalidLinkMessage, NO_CENTER, NO_INVITATION, NO_REP, refusedInvitation } from './invalid-link.tsx'

const refused = (...fields: string[]) =>
  new ApiError(422, { code: 'invalid', message: '', errors: Object.fromEntries(fields.map((field) => [field, ['No.']])) })

test.each<[string, unknown, string | undefined]>([
  ['an unknown sales rep', refused('saless_rep_id', 'email'), NO_REP],
  ['an unknown harvest center', refused('hc_id'), NO_CENTER],
  ['an invalid or used key', refused('key'), 'No.'],
  ['an error of a form field', refused('email', 'company'), undefined],
  ['an error that is no refusal', new Error('saless_rep_id'), undefined],
])('%s', (_, error, said) => {
  expect(invalidLinkMessage(error)).toBe(said)
})

test.each<[string, unknown, string | undefined]>([
  ['a used link', new ApiError(410, { code: 'link_expired', message: 'Used.' }), 'Used.'],
  ['an unknown link', new ApiError(404, { code: 'not_found', message: '' }), NO_INVITATION],
  ['a lost connection', new ApiError(503, { code: 'unavailable', message: '' }), undefined],
])('of an invitation: %s', (_, error, said) => {
  expect(refusedInvitation(error)).toBe(said)
})
