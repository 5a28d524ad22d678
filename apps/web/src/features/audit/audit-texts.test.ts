import { expect, test } from 'vitest'
import { aboutText, changedFields, whoText } from './audit-texts.ts'

const ada = { id: 7, name: 'Ada' }
const nameless = { id: 8, name: '' }

test('names who acted, also in the account of another user', () => {
  expect(whoText({ actor: ada, impersonator: null })).toBe('Ada')
  expect(whoText({ actor: ada, impersonator: nameless })).toBe('User 8 as Ada')
  expect(whoText({ actor: null, impersonator: null })).toBe('Portal or guest')
})

test('names each user whom it is about once, the patient first', () => {
  expect(aboutText({ patient: ada, subject: ada })).toBe('Ada')
  expect(aboutText({ patient: ada, subject: nameless })).toBe('Ada, User 8')
  expect(aboutText({ patient: null, subject: null })).toBe('—')
})

test('lists every field of both sides as text', () => {
  expect(changedFields({ before: { city: '', active: true }, after: { city: 'Lund', tags: [1] } })).toEqual([
    { field: 'city', before: '—', after: 'Lund' },
    { field: 'active', before: 'true', after: '—' },
    { field: 'tags', before: '—', after: '[1]' },
  ])
  expect(changedFields({ before: null, after: null })).toEqual([])
})
