import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ...[
    '12345678',
    'PASSWORD',
    'qwertyuiop',
    'p@ssw0rd',
    '88888888',
    'aaaaaaaa',
    '87654321',
    '12341234',
    'abcdefgh',
    '1q2w3e4r',
    'trustno1',
    'lkjhgfds',
  ],
  'Password123',
])('%s, which the server refuses, is very weak', (password) => {
  expect(passwordStrength(password)).toBe(0)
})

test('unrelated words are strong, own words are weak', () => {
  expect(passwordStrength('three brown kettles')).toBe(4)
  expect(passwordStrength('PenelopeMarsh', ['Penelope', 'Marsh', ''])).toBeLessThan(passwordStrength('PenelopeMarsh'))
})
