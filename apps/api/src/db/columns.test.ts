import { expect, expectTypeOf, test } from 'vitest'
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
  expectTypeOf<typeof columns>().toExtend<Columns<Person, 'base' | 'person'>>()
  expectTypeOf<Omit<typeof columns, 'city'>>().not.toExtend<Columns<Person, 'base' | 'person'>>()
})

test('says which fields a row of some groups has', () => {
  expectTypeOf<keyof RowOf<Person, typeof columns, 'base'>>().toEqualTypeOf<'id'>()
})
