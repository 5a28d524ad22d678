import { expect, test } from 'vitest'
import { roleName, userDisplayName, userTitle } from './user-name.ts'

test('names an account by the first name that it has', () => {
  expect(userDisplayName({ id: 4, username: 'Ada Byron', company: 'Clinic', email: 'a@b.example' })).toBe('Ada Byron')
  expect(userDisplayName({ id: 4, username: '', company: 'Clinic' })).toBe('Clinic')
  expect(userDisplayName({ id: 4, username: '', company: '' })).toBe('#4')
})

test('titles a center by its company and a person by name', () => {
  expect(userTitle({ subscription: 4, username: 'Ada Byron', company: 'Clinic' })).toBe('Clinic')
  expect(userTitle({ subscription: 4, username: 'Ada Byron', company: '' })).toBe('Ada Byron')
  expect(userTitle({ subscription: 2, username: 'Ada Byron', company: 'Her Own' })).toBe('Ada Byron')
})

test('names an unnamed membership by its number', () => {
  expect(roleName(7)).toBe('Admin')
  expect(roleName(42)).toBe('Membership 42')
})
