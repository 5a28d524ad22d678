import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each(['12345678', 'PASSWORD', 'qwertyuiop', 'p@ssw0rd'])('%s is weak', (password) => {
  expect(passwordStrength(password)).toBeLessThanOrEqual(1)
})

test('unrelated words are strong, own words are weak', () => {
  expect(passwordStrength('three brown kettles')).toBe(4)
  expect(passwordStrength('PenelopeMarsh', ['Penelope', 'Marsh', ''])).toBeLessThan(passwordStrength('PenelopeMarsh'))
})
