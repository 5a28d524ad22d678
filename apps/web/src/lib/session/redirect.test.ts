import { expect, test, vi } from 'vitest'
import { loginPath, safePath, saveReturnPath, takeReturnPath } from './redirect.ts'

test('accepts a path of this site as the return path', () => {
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
])('rejects %j as the return path', (target) => expect(safePath(target)).toBeUndefined())

test('puts the return path and the reason into the login URL', () => {
  expect(loginPath('/patients?offset=10', 'expired')).toBe('/?redirect=%2Fpatients%3Foffset%3D10&reason=expired')
  expect(loginPath('/')).toBe('/')
})

test('keeps the return path per tab and returns it once', () => {
  const tab = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => tab.set(key, value),
    removeItem: (key: string) => tab.delete(key),
  })
  saveReturnPath('/patients')
  expect([...tab.values()]).toEqual(['/patients'])
  expect([takeReturnPath(), takeReturnPath()]).toEqual(['/patients', undefined])
  saveReturnPath('//elsewhere.example')
  expect(takeReturnPath()).toBeUndefined()
  vi.unstubAllGlobals()
})
