import type { SessionUser } from '@vialdesk/contract/sessions'
import { expect, test } from 'vitest'
import { homeOf, wayOn } from './home.ts'

const user = (lab_id: number | null) => ({ lab_id }) as SessionUser

test('starts every role but observers at the dashboard', () => {
  expect(homeOf({ role: 'admin', user: user(null) })).toBe('/dashboard')
  expect(homeOf({ role: 'harvest_center', user: user(7) })).toBe('/dashboard')
  expect(homeOf({ role: undefined, user: user(7) })).toBe('/dashboard')
})

test('starts an observer at its lab, or at the empty lab screen', () => {
  expect(homeOf({ role: 'observer', user: user(7) })).toBe('/lab/7')
  expect(homeOf({ role: 'observer', user: user(null) })).toBe('/lab')
})

test('returns to the earlier screen after login, unless this role may not open it', () => {
  const [admin, patient] = [
    { role: 'admin' as const, user: user(null) },
    { role: 'patient' as const, user: user(null) },
  ]
  expect(wayOn(admin, '/inactive-users?offset=10')).toBe('/inactive-users?offset=10')
  expect(wayOn(patient, '/inactive-users?offset=10')).toBe('/dashboard')
  expect(wayOn(patient, '/receipt/7')).toBe('/receipt/7')
  expect(wayOn(patient, undefined)).toBe('/dashboard')
})
