import { expect, test } from 'vitest'
import { screenPath, screenVerdict } from './screen-verdict.ts'
import type { BrowserSession } from './session.ts'

const signedIn = (role: BrowserSession['role']) => ({ token: 't', role, user: {} }) as BrowserSession

test('converts a route path to the path in the contract', () => {
  expect(screenPath('/')).toBe('/')
  expect(screenPath('/password/')).toBe('/password')
  expect(screenPath('/receipt/$id')).toBe('/receipt/{id}')
  expect(screenPath('/lab/{-$id}')).toBe('/lab/{id?}')
  expect(screenPath('/lab/$lab_id/harvest-center/$harvestcenter_id')).toBe('/lab/{lab_id}/harvest-center/{harvestcenter_id}')
})

test('lets a guest open guest screens only, and sends other requests to the login', () => {
  expect(screenVerdict('/', undefined)).toBe('open')
  expect(screenVerdict('/dashboard', undefined)).toBe('login')
})

test('lets a role open its own screens only', () => {
  expect(screenVerdict('/all-transaction-report', signedIn('admin'))).toBe('open')
  expect(screenVerdict('/all-transaction-report', signedIn('patient'))).toBe('unauthorized')
})

test('lets an admin of the installation open its screens, and no other admin', () => {
  const admin = signedIn('admin')
  expect(screenVerdict('/background-jobs', admin)).toBe('unauthorized')
  const operator = { ...admin, user: { runs_installation: true } } as BrowserSession
  expect(screenVerdict('/background-jobs', operator)).toBe('open')
  expect(screenVerdict('/background-jobs', { ...operator, role: 'lab' })).toBe('unauthorized')
})

test('lets a user without a role open guest screens only', () => {
  expect(screenVerdict('/dashboard', signedIn(undefined))).toBe('unauthorized')
  expect(screenVerdict('/unauthorized', signedIn(undefined))).toBe('open')
})

test('denies a route without a row in the table', () => {
  expect(screenVerdict('/forgotten', signedIn('admin'))).toBe('unauthorized')
  expect(screenVerdict('/toString', signedIn('admin'))).toBe('unauthorized')
})
