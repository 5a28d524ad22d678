import { expect, test } from 'vitest'
import { loginAddress, safePath } from './leave.ts'

test('a way back is a path of this site', () => {
  expect(safePath('/patients?offset=10')).toBe('/patients?offset=10')
})

test.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'patients',
  '',
  undefined,
  '/a\nb',
  '/',
  '/?redirect=/x',
])('anything else is not followed: %j', (target) => expect(safePath(target)).toBeUndefined())

test('the login knows where to lead back to, and why one is there', () => {
  expect(loginAddress('/patients?offset=10', 'expired')).toBe('/?redirect=%2Fpatients%3Foffset%3D10&reason=expired')
  expect(loginAddress('/')).toBe('/')
})
