import type { ReactNode } from 'react'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { usePublishedShortList } from '#web/lib/url/row-neighbours.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PlainTable, ScrollPlace } from './plain-table.tsx'
import { PhoneRows } from './rows/phone-rows.tsx'
import { TableHead } from './rows/table-head.tsx'
import { TableRows } from './rows/table-rows.tsx'
import type { Column, RowProps } from './table-types.ts'
import { hiddenColumns } from './toolbar/use-columns.ts'

interface Props<Row> extends RowProps<Row> {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  empty?: ReactNode
}

/** A table of a few rows without paging and filters. */
export function ShortList<Row>({ label, columns, rows, empty, ...rowProps }: Props<Row>) {
  const onPhone = useIsPhone()
  const row = { ...rowProps, onRow: usePublishedShortList(rows, rowProps) }
  if (rows.length === 0) return empty ?? <EmptyState hint="Nothing was added yet." />
  if (onPhone) {
    const hidden = hiddenColumns(columns, { onPhone, opens: Boolean(row.onRow ?? row.rowHref) })
    const shown = columns.filter(({ key }) => !hidden.includes(key))
    return <PhoneRows {...row} rows={rows} columns={shown} label={label} />
  }
  return (
    <ScrollPlace minWidth={columns.length * 110}>
      <PlainTable aria-label={label}>
        <TableHead columns={columns} withMenu={Boolean(row.rowActions)} />
        <TableRows {...row} rows={rows} columns={columns} />
      </PlainTable>
    </ScrollPlace>
  )
}
