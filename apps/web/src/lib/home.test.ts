import type { SessionUser } from '@vialdesk/contract/sessions'
import { expect, test } from 'vitest'
import { homeOf, wayOn } from './home.ts'

const user = (lab_id: number | null) => ({ lab_id }) as SessionUser

test('everyone begins at the dashboard, but for observers', () => {
  expect(homeOf({ role: 'admin', user: user(null) })).toBe('/dashboard')
  expect(homeOf({ role: 'harvest_center', user: user(7) })).toBe('/dashboard')
  expect(homeOf({ role: undefined, user: user(7) })).toBe('/dashboard')
})

test('an observer begins at its lab, or where one will be', () => {
  expect(homeOf({ role: 'observer', user: user(7) })).toBe('/lab/7')
  expect(homeOf({ role: 'observer', user: user(null) })).toBe('/lab')
})

test('after logging in one goes on where this browser was, unless that is a screen of somebody else', () => {
  const [admin, patient] = [
    { role: 'admin' as const, user: user(null) },
    { role: 'patient' as const, user: user(null) },
  ]
  expect(wayOn(admin, '/inactive-users?offset=10')).toBe('/inactive-users?offset=10')
  expect(wayOn(patient, '/inactive-users?offset=10')).toBe('/dashboard')
  expect(wayOn(patient, '/receipt/7')).toBe('/receipt/7')
  expect(wayOn(patient, undefined)).toBe('/dashboard')
})
