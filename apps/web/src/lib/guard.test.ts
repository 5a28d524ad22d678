import { expect, test } from 'vitest'
import { screenPath, verdictOn } from './guard.ts'
import type { SignedIn } from './session.ts'

const signedIn = (role: SignedIn['role']) => ({ token: 't', role, user: {} }) as SignedIn

test('routes are named as the contract names them', () => {
  expect(screenPath('/')).toBe('/')
  expect(screenPath('/password/')).toBe('/password')
  expect(screenPath('/receipt/$id')).toBe('/receipt/{id}')
  expect(screenPath('/lab/{-$id}')).toBe('/lab/{id?}')
  expect(screenPath('/lab/$lab_id/harvest-center/$harvestcenter_id')).toBe('/lab/{lab_id}/harvest-center/{harvestcenter_id}')
})

test('a guest opens guest screens and is sent to the login from others', () => {
  expect(verdictOn('/', undefined)).toBe('open')
  expect(verdictOn('/dashboard', undefined)).toBe('login')
})

test('a role opens its own screens only', () => {
  expect(verdictOn('/all-transaction-report', signedIn('admin'))).toBe('open')
  expect(verdictOn('/all-transaction-report', signedIn('patient'))).toBe('unauthorized')
})

test('who has no role opens nothing but guest screens', () => {
  expect(verdictOn('/dashboard', signedIn(undefined))).toBe('unauthorized')
  expect(verdictOn('/unauthorized', signedIn(undefined))).toBe('open')
})

test('a route without a row in the table is denied', () => {
  expect(verdictOn('/forgotten', signedIn('admin'))).toBe('unauthorized')
  expect(verdictOn('/toString', signedIn('admin'))).toBe('unauthorized')
})
