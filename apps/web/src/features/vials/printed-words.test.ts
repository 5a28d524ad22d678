import { expect, test } from 'vitest'
import { printerName } from './printed-words.ts'

const user = { first_name: 'Hana', last_name: 'Voss', company: 'Meridian Lab', username: 'lab@mail.example' }

test('a person is named, a company without one by its name', () => {
  expect(printerName({ user, behind: null })).toBe('Hana Voss')
  expect(printerName({ user: { ...user, first_name: '', last_name: '' }, behind: null })).toBe('Meridian Lab')
  expect(printerName({ user: { ...user, first_name: '', last_name: '', company: '' }, behind: null })).toBe('lab@mail.example')
})

test('in the account of another both are named', () => {
  expect(printerName({ user, behind: { username: 'Ada Admin' } })).toBe('Ada Admin as Hana Voss')
})
