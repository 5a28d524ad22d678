import { expect, test } from 'vitest'
import { chance } from './random.ts'

const draw = (seed: number) => {
  const random = chance(seed)
  return Array.from({ length: 1000 }, () => random.between(1, 6))
}

test('the same seed gives the same, another seed something else', () => {
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('every number is drawn about equally often, and none outside', () => {
  const times = Map.groupBy(draw(1), (number) => number)
  expect([...times.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect([...times.values()].every(({ length }) => length > 120 && length < 215)).toBe(true)
})

test('shuffled holds the same things', () => {
  const list = Array.from({ length: 50 }, (_, n) => n)
  const shuffled = chance(3).shuffled(list)
  expect(shuffled).not.toEqual(list)
  expect(shuffled.sort((a, b) => a - b)).toEqual(list)
})
