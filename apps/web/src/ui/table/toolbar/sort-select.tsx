import { NativeSelect } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import type { Column } from '../table-types.ts'
import { sortChoices } from './sort-order.ts'

interface Props<Row> {
  columns: Column<Row>[]
  page: TablePage
}

/** The order of a list on a phone, where rows have no head to click. */
export function SortSelect<Row>({ columns, page: { sort, onSort } }: Props<Row>) {
  const choices = sortChoices(columns)
  if (!onSort || choices.length === 0) return null
  return (
    <NativeSelect
      aria-label="Sort"
      leftSection={<IconArrowsSort size={16} stroke={1.6} />}
      data={[{ value: '', label: 'Usual order' }, ...choices]}
      value={sort ?? ''}
      onChange={(event) => onSort(event.currentTarget.value || undefined)}
      maw={230}
    />
  )
}
