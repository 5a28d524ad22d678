/** COPY takes no parameters, so the values of a query become literals. */
import pg from 'pg'
import type { Query } from './paging.ts'

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
  throw new Error(`A ${typeof value} cannot be part of a COPY`)
}

/** The text of the query with its values in the places of `$1`, `$2` … */
export const withValues = ({ sql, parameters }: Query): string =>
  sql.replace(/\$(\d+)/g, (_place, n: string) => literal(parameters[Number(n) - 1]))

/** The text of a COPY of all rows as CSV, with a line of the column names. The values of `quoted` columns are always quoted. */
export const copyAsCsv = (query: Query, quoted: readonly string[]): string =>
  `copy (${withValues(query)}) to stdout with (format csv, header, force_quote (${quoted.map(pg.escapeIdentifier).join(', ')}))`
