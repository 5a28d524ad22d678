import { expect, test } from 'vitest'
import { type Columns, type RowOf, selectList } from './columns.ts'

interface Person {
  id: number
  name: string
  city?: string
}

const columns = {
  id: ['base', 'u.id'],
  name: ['person', 'u.name'],
  city: ['person', 'u.city', `''`],
} as const satisfies Columns<Person, 'base' | 'person'>

test('selects the columns of the given groups and no others', () => {
  expect(selectList<Person, 'base' | 'person'>(columns, ['base', 'person'])).toBe(
    'u.id as "id", u.name as "name", u.city as "city"',
  )
  expect(selectList<Person, 'base' | 'person'>(columns, ['base'])).toBe(`u.id as "id", '' as "city"`)
  expect(selectList<Person, 'base' | 'person'>(columns, [])).toBe(`'' as "city"`)
})

test('narrows the list to the keys of an answer', () => {
  expect(selectList<Person, 'base' | 'person'>(columns, ['base', 'person'], ['name'])).toBe('u.name as "name"')
})

test('does not compile while a field has no group', () => {
  // @ts-expect-error: the city has no group.
  const incomplete: Columns<Person, 'base'> = { id: ['base', 'u.id'], name: ['base', 'u.name'] }
  // @ts-expect-error: a row of the base group has no name.
  const row: RowOf<Person, typeof columns, 'base'> = { id: 1, name: 'Ada' }
  expect([incomplete, row]).toHaveLength(2)
})
