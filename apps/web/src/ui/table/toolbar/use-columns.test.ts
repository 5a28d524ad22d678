import { expect, test } from 'vitest'
import type { Column } from '../table-types.ts'
import { hiddenColumns } from './use-columns.ts'

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  key,
  header: key,
  cell: () => key,
  ...more,
})
const columns = [
  column('name', { main: true }),
  column('email'),
  column('role'),
  column('joined'),
  column('phone', { optional: true }),
]
const onPhone = { onPhone: true, opens: true }

test('hides the optional columns of a table', () => {
  expect(hiddenColumns(columns, { onPhone: false, opens: true })).toEqual(['phone'])
})

test('shows two facts of a row on a phone, where the row opens the others', () => {
  expect(hiddenColumns(columns, onPhone)).toEqual(['joined', 'phone'])
})

test('shows everything on a phone when the row opens nothing', () => {
  expect(hiddenColumns(columns, { onPhone: true, opens: false })).toEqual(['phone'])
})

test('follows the hints of the columns on a phone', () => {
  const hinted = [
    column('name', { main: true }),
    column('email'),
    column('id', { phone: 'line', optional: true }),
    column('role'),
    column('state', { phone: 'side' }),
    column('made', { phone: 'hidden' }),
  ]
  expect(hiddenColumns(hinted, onPhone)).toEqual(['role', 'made'])
  expect(hiddenColumns(hinted, { onPhone: true, opens: false })).toEqual(['made'])
})
