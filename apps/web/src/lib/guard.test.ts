import { expect, test } from 'vitest'
import { screenPath, verdictOn } from './guard.ts'
import type { SignedIn } from './session.ts'

const signedIn = (role: SignedIn['role']) => ({ token: 't', role, user: {} }) as SignedIn

test('converts a route path to the path in the contract', () => {
  expect(screenPath('/')).toBe('/')
  expect(screenPath('/password/')).toBe('/password')
  expect(screenPath('/receipt/$id')).toBe('/receipt/{id}')
  expect(screenPath('/lab/{-$id}')).toBe('/lab/{id?}')
  expect(screenPath('/lab/$lab_id/harvest-center/$harvestcenter_id')).toBe('/lab/{lab_id}/harvest-center/{harvestcenter_id}')
})

test('lets a guest open guest screens only, and sends other requests to the login', () => {
  expect(verdictOn('/', undefined)).toBe('open')
  expect(verdictOn('/dashboard', undefined)).toBe('login')
})

test('lets a role open its own screens only', () => {
  expect(verdictOn('/all-transaction-report', signedIn('admin'))).toBe('open')
  expect(verdictOn('/all-transaction-report', signedIn('patient'))).toBe('unauthorized')
})

test('lets a user without a role open guest screens only', () => {
  expect(verdictOn('/dashboard', signedIn(undefined))).toBe('unauthorized')
  expect(verdictOn('/unauthorized', signedIn(undefined))).toBe('open')
})

test('denies a route without a row in the table', () => {
  expect(verdictOn('/forgotten', signedIn('admin'))).toBe('unauthorized')
  expect(verdictOn('/toString', signedIn('admin'))).toBe('unauthorized')
})
