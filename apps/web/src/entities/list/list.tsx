import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import { isValidElement, type ReactNode } from 'react'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import type { ExportedList, ListPage, TablePage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { ListFields } from '#web/ui/table/filters/list-fields.tsx'
import { PageSize } from '#web/ui/table/page-size.tsx'
import type { Column, RowProps } from '#web/ui/table/table-types.ts'
import type { Empty, ListDefinition, ListExport, RowOf } from './define-list.ts'
import { type ListInput, type OpenList, useList } from './use-list.ts'

interface Props {
  /** Where the neighbouring pages begin; null without such a page. */
  data: { newer: number | null; older: number | null } | undefined
  page: TablePage
}

/** The links to the other pages of a list without a count. */
function CursorPages({ data, page }: Props) {
  const { isFirst = true, go = () => undefined } = page
  const { newer, older } = data ?? { newer: null, older: null }
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" mt="sm">
      <PageSize page={page} />
      <Button variant="default" leftSection={<IconChevronsLeft size={16} />} disabled={isFirst} onClick={() => go({})}>
        Newest
      </Button>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} />}
        disabled={newer === null}
        onClick={() => newer !== null && go({ after: newer })}
      >
        Newer
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} />}
        disabled={older === null}
        onClick={() => older !== null && go({ before: older })}
      >
        Older
      </Button>
    </Group>
  )
}

interface TableProps<Row> extends Partial<Pick<RowProps<Row>, 'onRow' | 'rowHref' | 'rowActions' | 'selection'>> {
  /** Where they depend on the reader. */
  columns?: Column<Row>[]
  /** Other links to the pages. */
  pages?: ReactNode
  /** Where it depends on the reader. */
  empty?: Empty
}

const idOf = (row: unknown) => (row as { id: number }).id

/** What an empty list shows: most have a hint, and some another element. */
function nothingOf(empty: Empty | undefined) {
  if (empty === undefined || isValidElement(empty)) return empty
  return <EmptyState {...(typeof empty === 'string' ? { hint: empty } : empty)} />
}

/** The table of a list that the screen reads itself, because it shows more of it. */
export function ListTable<A extends ReadingCall, Filter extends object, Row>({
  of: { definition, input, page, list },
  columns = definition.columns ?? [],
  empty = definition.empty,
  ...rest
}: { of: OpenList<A, Filter, Row> } & TableProps<Row>) {
  const exported = definition.exports as ListExport | undefined
  const { call, name, label, views, filters = [], isCursor, loading, rowKey, rowName, rowHref } = definition
  const hasFields = filters.some(({ Field }) => Field !== undefined)
  return (
    <DataTable
      name={name}
      label={label}
      views={views}
      exports={exported && { list: call as ExportedList, ...input, ...exported, uncounted: isCursor }}
      columns={columns}
      list={list}
      page={page}
      rowKey={rowKey ?? idOf}
      rowName={rowName}
      rowHref={rowHref}
      loading={loading}
      empty={nothingOf(empty)}
      pages={isCursor ? <CursorPages data={list.data as never} page={page} /> : undefined}
      toolbar={hasFields && <ListFields filters={filters} page={page as never as ListPage<object>} />}
      {...rest}
    />
  )
}

/** A list with its filters, pages and export. */
export function List<A extends ReadingCall, Filter extends object, Row = RowOf<A>>({
  of,
  params,
  query,
  ...table
}: { of: ListDefinition<A, Filter, Row> } & ListInput & TableProps<Row>) {
  return <ListTable of={useList(of, { params, query })} {...table} />
}
