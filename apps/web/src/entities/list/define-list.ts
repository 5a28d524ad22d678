/** A list is one definition: its call, columns, filters, export and saved views. */
import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import type { Answer, Input } from '#web/lib/api/api.ts'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import type { ListFilter, ValuesOf } from '#web/lib/url/list-filter.tsx'
import type { ExportedList, PageOptions, ViewedList } from '#web/lib/url/use-list-page.ts'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { Column } from '#web/ui/table/table-types.ts'

export type RowOf<A extends ReadingCall> = Answer<A> extends { results: (infer Row)[] } ? Row : never
type QueryOf<A extends ReadingCall> = Input<A> extends { query?: infer Query } ? NonNullable<Query> : object

interface EmptyText {
  title?: string
  /** Says what comes next, and who does it. */
  hint: ReactNode
  icon?: Icon
  action?: ReactNode
}

/** The hint alone, or an element of its own. */
export type Empty = string | EmptyText | ReactElement

export type ListExport = Pick<TableExport, 'rows' | 'onlyAll' | 'onlyChosen'>

export interface ListDefinition<A extends ReadingCall, Filter extends object, Row = RowOf<A>> extends PageOptions {
  call: A
  /** The key under which a browser stores the chosen columns. */
  name: string
  /** The accessible name of the table. */
  label: string
  /** Where the columns depend on the reader, the screen passes them. */
  columns?: Column<Row>[]
  /** The name under which the filters are saved. */
  views?: ViewedList
  /** The rows can be exported. */
  exports?: A extends ExportedList ? ListExport : undefined
  /** By default the id. */
  rowKey?: (row: Row) => string | number
  /** The name of a row in accessible names of its buttons. */
  rowName: (row: Row) => string
  /** The path of a row's page. */
  rowHref?: (row: Row) => string | undefined
  /** Shown when there are no records at all. */
  empty?: Empty
  /** Announced to screen readers while the first page loads. */
  loading?: string
  /** Milliseconds until a page is read again. */
  rereadAfter?: (data: Answer<A> | undefined) => number | false
  /** Only for the type of the filters' values. */
  values?: Filter
}

/** A filter that the call does not know does not compile. */
type Known<Values, Query> =
  Exclude<keyof Values, keyof Query> extends never ? (Values extends Partial<Query> ? unknown : never) : never

export const defineList = <A extends ReadingCall, const Filters extends readonly ListFilter[] = []>(
  call: A,
  definition: Omit<ListDefinition<A, object>, 'call' | 'filters' | 'values'> & {
    filters?: Filters & Known<ValuesOf<Filters>, QueryOf<A>>
  },
): ListDefinition<A, ValuesOf<Filters>> => ({ call, ...definition }) as never
