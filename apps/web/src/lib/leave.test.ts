import { expect, test, vi } from 'vitest'
import { loginAddress, markRedirect, safePath, takeRedirect } from './leave.ts'

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

test('where someone wanted to go is kept for that tab alone, and given once', () => {
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  })
  markRedirect('/patients')
  expect([...tab.values()]).toEqual(['/patients'])
  expect([takeRedirect(), takeRedirect()]).toEqual(['/patients', undefined])
  markRedirect('//elsewhere.example')
  expect(takeRedirect()).toBeUndefined()
  vi.unstubAllGlobals()
})
