import { expect, test } from 'vitest'
import { aboutUsers, changedFields, userText } from './audit-texts.ts'

const ada = { id: 7, name: 'Ada' }
const nameless = { id: 8, name: '' }

test('names each user whom it is about once, the patient first', () => {
  expect(aboutUsers({ patient: ada, subject: ada })).toEqual([ada])
  expect(aboutUsers({ patient: ada, subject: nameless })).toEqual([ada, nameless])
  expect(aboutUsers({ patient: null, subject: null })).toEqual([])
  expect([ada, nameless].map(userText)).toEqual(['Ada', 'User 8'])
})

test('lists every field of both sides as text', () => {
  expect(changedFields({ before: { city: '', active: true }, after: { city: 'Lund', tags: [1] } })).toEqual([
    { field: 'city', before: '—', after: 'Lund' },
    { field: 'active', before: 'true', after: '—' },
    { field: 'tags', before: '—', after: '[1]' },
  ])
  expect(changedFields({ before: null, after: null })).toEqual([])
})
