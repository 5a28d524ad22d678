import { expect, test } from 'vitest'
import { positionsFrom } from './positions.ts'

test('continues positions in the format of the first', () => {
  expect(positionsFrom('A1', 3)).toEqual(['A1', 'A2', 'A3'])
  expect(positionsFrom('09', 2)).toEqual(['09', '10'])
  expect(positionsFrom(' Row 2-9 ', 2)).toEqual(['Row 2-9', 'Row 2-10'])
})

test('continues nothing when the first position ends without a number', () => {
  expect(positionsFrom('A', 2)).toBeUndefined()
  expect(positionsFrom('', 2)).toBeUndefined()
})
