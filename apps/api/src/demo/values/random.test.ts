import { expect, test } from 'vitest'
import { seededRandom } from './random.ts'

const draw = (seed: number) => {
  const random = seededRandom(seed)
  return Array.from({ length: 1000 }, () => random.between(1, 6))
}

test('returns the same numbers for the same seed, and others for another seed', () => {
  expect(draw(7)).toEqual(draw(7))
  expect(draw(7)).not.toEqual(draw(8))
})

test('returns each number in the range about equally often, and no other', () => {
  const times = Map.groupBy(draw(1), (number) => number)
  expect([...times.keys()].sort()).toEqual([1, 2, 3, 4, 5, 6])
  expect([...times.values()].every(({ length }) => length > 120 && length < 215)).toBe(true)
})

test('shuffles a list without losing an item', () => {
  const list = Array.from({ length: 50 }, (_, n) => n)
  const shuffled = seededRandom(3).shuffled(list)
  expect(shuffled).not.toEqual(list)
  expect(shuffled.sort((a, b) => a - b)).toEqual(list)
})
