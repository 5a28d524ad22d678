import { beforeEach, expect, test, vi } from 'vitest'
import { keepPlace, takePlace } from './left-place.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('returns once to the place that the same user left', () => {
  keepPlace(7, '/all-users?search=hale&offset=40')
  expect(takePlace(7)).toBe('/all-users?search=hale&offset=40')
  expect(takePlace(7)).toBeUndefined()
})

test('gives the place to no other user', () => {
  keepPlace(7, '/all-users?search=hale')
  expect(takePlace(8)).toBeUndefined()
  expect(takePlace(7)).toBeUndefined()
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', '', 'javascript:alert(1)'])(
  'never leads to another site: %s',
  (path) => {
    keepPlace(7, path)
    expect(takePlace(7)).toBeUndefined()
  },
)

test('ignores what it did not write', () => {
  sessionStorage.setItem('left-place', '{broken')
  expect(takePlace(7)).toBeUndefined()
})
