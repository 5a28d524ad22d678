/** For each list with `sort`: users who read it, filters to try, and the value of each key in a row of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: rows of all lists
export type Row = any
/** The ids of the accounts. */
export type Ids = Record<string, number>
type Value = string | number | null | undefined

export interface SortedList {
  /** Demo accounts; the first one reads it with filters too. */
  as: string[]
  path?: (ids: Ids) => string
  /** More of the query, such as `membership=2`. */
  filters?: string[]
  id?: (row: Row) => number
  values: Record<string, (row: Row) => Value>
  /** Accounts with fewer than two rows. */
  mayBeEmpty?: string[]
  /** Keys that these accounts may not use. */
  refused?: Record<string, string[]>
}

export const foldText = (text: string | null | undefined): string | null =>
  text ? text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '') || null : null

export const nameOf = (row: Row): string | null => foldText(`${row.first_name} ${row.last_name}`.trim() || row.company || row.email)
const moment = (time: string | null): number | null => (time === null ? null : Date.parse(time))

const userValues = {
  name: nameOf,
  email: (row: Row) => row.email.toLowerCase(),
  company: (row: Row) => foldText(row.company),
  joined: (row: Row) => moment(row.date_joined),
}

export const sortedLists: Record<string, SortedList> = {
  'GET /api/v1/users/all/': { as: ['admin'], filters: ['membership=2', 'search=mar', 'tag=1', 'tag=1&membership=2'], values: userValues },
  'GET /api/v1/users/all/inactive/': { as: ['admin'], filters: ['search=example'], values: userValues },
}
