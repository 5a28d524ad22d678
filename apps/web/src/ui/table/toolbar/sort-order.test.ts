import { expect, test } from 'vitest'
import type { Column } from '../table-types.ts'
import { isSortOf, nextSort, sortChoices, sortedDirection } from './sort-order.ts'

const columns: Column<object>[] = [
  { key: 'name', header: 'Name', cell: () => 'Cedar', main: true, sort: 'name' },
  { key: 'role', header: 'Role', cell: () => 'Lab' },
  { key: 'joined', header: 'Joined', cell: () => 'Today', sort: '-joined' },
]

test('goes through both directions and back to the order of the list', () => {
  expect(nextSort('name', undefined)).toBe('name')
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('name', '-name')).toBeUndefined()
})

test('begins with the first direction of the column', () => {
  expect(nextSort('-joined', undefined)).toBe('-joined')
  expect(nextSort('-joined', '-joined')).toBe('joined')
  expect(nextSort('-joined', 'joined')).toBeUndefined()
})

test('replaces the order by another column', () => {
  expect(nextSort('name', '-joined')).toBe('name')
})

test('names the direction of the sorted column only', () => {
  expect(sortedDirection('name', 'name')).toBe('ascending')
  expect(sortedDirection('name', '-name')).toBe('descending')
  expect(sortedDirection('-joined', 'joined')).toBe('ascending')
  expect(sortedDirection('name', '-joined')).toBe('none')
  expect(sortedDirection('name', undefined)).toBe('none')
})

test('offers both directions of each sortable column', () => {
  expect(sortChoices(columns)).toEqual([
    { value: 'name', label: 'Name, ascending' },
    { value: '-name', label: 'Name, descending' },
    { value: '-joined', label: 'Joined, descending' },
    { value: 'joined', label: 'Joined, ascending' },
  ])
})

test('knows an order of the list from any other text', () => {
  expect(isSortOf(columns, '-name')).toBe(true)
  expect(isSortOf(columns, 'joined')).toBe(true)
  expect(isSortOf(columns, 'role')).toBe(false)
})
