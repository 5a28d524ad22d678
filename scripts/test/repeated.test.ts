import { expect, test } from 'vitest'
import { sortFailures } from './repeated.ts'

test('a test that fails in every run is wrong, and one that fails in some runs is not steady', () => {
  expect(sortFailures([['a\n    Error: 1', 'b'], ['a\n    Error: 2'], ['b', 'a', 'c']])).toEqual({
    wrong: [{ name: 'a', runs: [1, 2, 3] }],
    unsteady: [
      { name: 'b', runs: [1, 3] },
      { name: 'c', runs: [3] },
    ],
  })
  expect(sortFailures([[], []])).toEqual({ wrong: [], unsteady: [] })
})
