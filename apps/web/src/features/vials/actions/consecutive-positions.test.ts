import { expect, test } from 'vitest'
import { consecutivePositions } from './vial-actions.ts'

test('continues positions in the format of the first', () => {
  expect(consecutivePositions('A1', 3)).toEqual(['A1', 'A2', 'A3'])
  expect(consecutivePositions('09', 2)).toEqual(['09', '10'])
  expect(consecutivePositions(' Row 2-9 ', 2)).toEqual(['Row 2-9', 'Row 2-10'])
})

test('continues nothing when the first position ends without a number', () => {
  expect(consecutivePositions('A', 2)).toBeUndefined()
  expect(consecutivePositions('', 2)).toBeUndefined()
})
