/** Tables for the baseline server, with the rows that the portal answered, so that both send the same amount of data. */
import pg from 'pg'

type Row = Record<string, unknown>

/** Columns that the baseline adds. Keys of the answer with these names are left out. */
const addedColumns = ['variant_no', 'place_no']

function typeOf(rows: Row[], key: string): string {
  const values = rows.map((row) => row[key]).filter((value) => value !== null && value !== undefined)
  if (values.length === 0) return 'text'
  if (values.every((value) => typeof value === 'boolean')) return 'boolean'
  if (values.every((value) => typeof value === 'number')) return values.every(Number.isInteger) ? 'bigint' : 'float8'
  return values.every((value) => typeof value === 'string') ? 'text' : 'jsonb'
}

const asColumn = (type: string, value: unknown) =>
  type === 'jsonb' && value !== null && value !== undefined ? JSON.stringify(value) : value

/** Creates the table `baseline_<name>`. `variants[i]` are the rows of request `i`. */
export async function makeBaselineRows(client: pg.Client, name: string, variants: Row[][]): Promise<void> {
  const table = pg.escapeIdentifier(`baseline_${name}`)
  const all = variants.flat()
  const keys = [...new Set(all.flatMap(Object.keys))].filter((key) => !addedColumns.includes(key))
  const types = keys.map((key) => typeOf(all, key))
  const columns = keys.map((key, n) => `${pg.escapeIdentifier(key)} ${types[n]}`)
  await client.query(`drop table if exists ${table}`)
  await client.query(
    `create table ${table} (${[...columns, 'variant_no integer', 'place_no integer'].join(', ')}, primary key (variant_no, place_no))`,
  )
  for (const [variant, rows] of variants.entries()) {
    for (const [place, row] of rows.entries()) {
      const values = [...keys.map((key, n) => asColumn(types[n] as string, row[key])), variant, place]
      await client.query(`insert into ${table} values (${values.map((_, n) => `$${n + 1}`).join(', ')})`, values)
    }
  }
  await client.query(`vacuum analyze ${table}`)
}
