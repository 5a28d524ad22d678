import { expect, test } from 'vitest'
import { areTooClose } from './use-covers-action.ts'

const box = (left: number, top: number, width = 44, height = 44) => ({ left, top, right: left + width, bottom: top + height })

test('a floating button is too close to an action that it covers or nearly touches', () => {
  const floating = box(338, 784)
  expect(areTooClose(floating, box(16, 790, 358, 44))).toBe(true)
  expect(areTooClose(floating, box(16, 735, 358, 44))).toBe(true)
  expect(areTooClose(floating, box(16, 730, 358, 44))).toBe(false)
  expect(areTooClose(floating, box(200, 784, 125, 44))).toBe(true)
  expect(areTooClose(floating, box(200, 784, 120, 44))).toBe(false)
})
