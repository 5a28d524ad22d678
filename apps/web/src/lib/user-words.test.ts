import { expect, test } from 'vitest'
import { nameOfUser, roleName, titleOfUser } from './user-words.ts'

test('an account goes by the first of its names that it has', () => {
  expect(nameOfUser({ id: 4, username: 'Ada Byron', company: 'Clinic', email: 'a@b.example' })).toBe('Ada Byron')
  expect(nameOfUser({ id: 4, username: '', company: 'Clinic' })).toBe('Clinic')
  expect(nameOfUser({ id: 4, username: '', company: '' })).toBe('#4')
})

test('a center is titled by its company, a person never', () => {
  expect(titleOfUser({ subscription: 4, username: 'Ada Byron', company: 'Clinic' })).toBe('Clinic')
  expect(titleOfUser({ subscription: 4, username: 'Ada Byron', company: '' })).toBe('Ada Byron')
  expect(titleOfUser({ subscription: 2, username: 'Ada Byron', company: 'Her Own' })).toBe('Ada Byron')
})

test('a membership without a name is called by its number', () => {
  expect(roleName(7)).toBe('Admin')
  expect(roleName(42)).toBe('Membership 42')
})
