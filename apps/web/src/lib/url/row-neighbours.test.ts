import { expect, test, vi } from 'vitest'
import { neighboursOf, type PublishedList } from './row-neighbours.ts'

const listOf = (id: string, keys: number[]): PublishedList => ({ id, keys, open: vi.fn(), turn: () => undefined })

test('steps through the list in which the row was opened, when another list has the same row', () => {
  const [due, all] = [listOf('due', [5, 7]), listOf('all', [3, 5, 9])]
  neighboursOf({ lists: [due, all], opened: { id: 'due' } }, 5)?.next?.()
  expect(due.open).toHaveBeenCalledWith(1)
  expect(all.open).not.toHaveBeenCalled()
})

test('steps through the last list that has the row, when it was opened by its address', () => {
  const [due, all] = [listOf('due', [5, 7]), listOf('all', [3, 5, 9])]
  neighboursOf({ lists: [due, all], opened: undefined }, 5)?.previous?.()
  expect(all.open).toHaveBeenCalledWith(0)
})

test('has no steps from a row that no list has', () => {
  expect(neighboursOf({ lists: [listOf('all', [3])], opened: { id: 'all' } }, 4)).toBeUndefined()
  expect(neighboursOf({ lists: [listOf('all', [3])], opened: { id: 'all' } }, undefined)).toBeUndefined()
})
