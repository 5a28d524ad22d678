/** A list as a file. The columns stand at the call of the list; the server writes the rows of all its pages. */
import type { z } from 'zod'
import type { Role } from './roles.ts'

/** A moment, written in the time zone of the domain. */
interface Moment {
  at: string
}
type Cell = string | number | null
export type FileValue = Cell | Moment | undefined

/** A column, and the roles whose file does not have it. */
export type FileColumn<Row> = readonly [header: string, valueOf: (row: Row) => FileValue, not?: readonly Role[]]

export interface ListFile {
  /** Begins the name of the file. */
  name: string
  columns: readonly FileColumn<never>[]
}

/** `row`: the schema of the rows. The web app leaves the files out, as it does the calls. */
/* @__NO_SIDE_EFFECTS__ */
export const listFile = <Row extends z.ZodType>(
  _row: Row,
  name: string,
  columns: readonly FileColumn<z.output<Row>>[],
): ListFile => ({ name, columns })

export const moment = (at: string | null): FileValue => (at === null ? null : { at })
export const nameOf = (person: { first_name?: string | undefined; last_name?: string | undefined } | null | undefined): Cell =>
  person ? `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim() : null
export const companyOf = (center: { company: string } | null | undefined): Cell => center?.company ?? null
export const companiesOf = (centers: readonly { company: string }[]): Cell => centers.map(({ company }) => company).join(', ')
/** Words for people instead of `partly_refunded`. */
export const inWords = (value: string): Cell => value.replaceAll('_', ' ')
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

/** A person with an account, as every list has it. */
export const personColumns: readonly FileColumn<{ id: number; first_name: string; last_name: string; email: string }>[] = [
  ['ID', ({ id }) => id],
  ['Name', nameOf],
  ['Email', ({ email }) => email],
]
export const joinedColumn: FileColumn<{ date_joined: string }> = ['Date joined', ({ date_joined }) => moment(date_joined)]
