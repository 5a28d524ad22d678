/** The columns of an exported list, as data. */
import type { AnswerOf, Call } from '@vialdesk/contract/call'
import type { ExportedListKey } from '@vialdesk/contract/exports'
import type { Role } from '@vialdesk/contract/roles'
import type { Cell } from '#api/platform/export/cell.ts'

/** A moment, written in the time zone of the domain. */
export interface Moment {
  at: string
}
type Value = Cell | Moment | undefined

interface ExportColumn {
  header: string
  cellOf: (row: never) => Value
  /** Roles whose list does not have this column. */
  not?: readonly Role[]
}

export interface ExportedList {
  call: Call
  /** Begins the name of the file. */
  name: string
  columns: readonly ExportColumn[]
  idOf: (row: never) => number
}

type RowOf<C extends Call> = AnswerOf<C> extends { results: (infer Row)[] } ? Row : never
type ColumnRow<Row> = readonly [header: string, cellOf: (row: Row) => Value, not?: readonly Role[]]

/** Columns that several lists of the same rows have. */
export const columnsOf = <Row>(...columns: ColumnRow<Row>[]) => columns

export function exportedList<C extends Call & { key: ExportedListKey }>(
  call: C,
  name: string,
  columns: readonly ColumnRow<RowOf<C>>[],
  idOf: (row: RowOf<C>) => number = (row) => (row as { id: number }).id,
): ExportedList {
  return {
    call,
    name,
    columns: columns.map(([header, cellOf, not]) => ({ header, cellOf, ...(not && { not }) })),
    idOf,
  }
}

export const moment = (at: string | null): Value => (at === null ? null : { at })
export const nameOf = (person: { first_name?: string | undefined; last_name?: string | undefined } | null | undefined): Cell =>
  person ? `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim() : null
export const companyOf = (center: { company: string } | null | undefined): Cell => center?.company ?? null
export const companiesOf = (centers: readonly { company: string }[]): Cell => centers.map(({ company }) => company).join(', ')
/** Words for people instead of `partly_refunded`. */
export const words = (value: string): Cell => value.replaceAll('_', ' ')
export const yesOrNo = (value: boolean): Cell => (value ? 'Yes' : 'No')

export const salesRoles = ['sales_rep', 'sales_manager', 'sales_distributor'] as const satisfies Role[]
export const notAdmins = [
  ...salesRoles,
  'lab',
  'patient',
  'harvest_center',
  'referral_harvest_center',
  'hc_staff',
  'observer',
] as const satisfies Role[]
