import type { SessionUser } from '@vialdesk/contract/people/sessions'
import { expect, test } from 'vitest'
import { homePath, pathAfterLogin } from './home-path.ts'

const user = (lab_id: number | null) => ({ lab_id }) as SessionUser

test('starts every role but observers at the dashboard', () => {
  expect(homePath({ role: 'admin', user: user(null) })).toBe('/dashboard')
  expect(homePath({ role: 'harvest_center', user: user(7) })).toBe('/dashboard')
  expect(homePath({ role: undefined, user: user(7) })).toBe('/dashboard')
})

test('starts an observer at its lab, or at the empty lab screen', () => {
  expect(homePath({ role: 'observer', user: user(7) })).toBe('/lab/7')
  expect(homePath({ role: 'observer', user: user(null) })).toBe('/lab')
})

test('returns to the earlier screen after login, unless this role may not open it', () => {
  const [admin, patient] = [
    { role: 'admin' as const, user: user(null) },
    { role: 'patient' as const, user: user(null) },
  ]
  expect(pathAfterLogin(admin, '/inactive-users?offset=10')).toBe('/inactive-users?offset=10')
  expect(pathAfterLogin(patient, '/inactive-users?offset=10')).toBe('/dashboard')
  expect(pathAfterLogin(patient, '/receipt/7')).toBe('/receipt/7')
  expect(pathAfterLogin(patient, undefined)).toBe('/dashboard')
})
