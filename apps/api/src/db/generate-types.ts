/** Generates `types.ts` from the catalog of a migrated database: columns, null and defaults. */
import type pg from 'pg'

const scalars: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Json',
  _bytea: 'Buffer[]',
  _int2: 'number[]',
  _text: 'string[]',
  timestamptz: 'Moment',
}

const byDefault = { Moment: 'MomentByDefault', Json: 'JsonByDefault' }

interface Column {
  table_name: string
  column_name: string
  type: string
  not_null: boolean
  has_default: boolean
  always: boolean
}

const columnsOf = `
  select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as table_name,
    a.attname as column_name, t.typname as type, a.attnotnull as not_null,
    a.atthasdef or a.attidentity <> '' or numbered as has_default,
    a.attgenerated <> '' or a.attidentity = 'a' or numbered as always
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
  cross join lateral (
    select a.attname = 'id' and exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'assign_id') as numbered) g
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'gateway_sim') and a.attnum > 0 and not a.attisdropped
  order by 1, a.attnum`

function typeOf({ type, not_null, has_default, always }: Column): string {
  const base = (scalars[type] ?? 'string') + (not_null ? '' : ' | null')
  if (always) return `GeneratedAlways<${base}>`
  if (!has_default) return base
  // `Generated` cannot wrap a ColumnType. So Moment and Json have a second type for columns with a default.
  return base in byDefault ? byDefault[base as keyof typeof byDefault] : `Generated<${base}>`
}

/** The text of `types.ts` for the client's database. */
export async function tableTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(columnsOf)
  const tables = Map.groupBy(rows, (column) => column.table_name)
  const bodies = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `    ${column.column_name}: ${typeOf(column)}`)
    return `  ${/^\w+$/.test(table) ? table : `'${table}'`}: {\n${lines.join('\n')}\n  }`
  })
  return `/** Generated from the migrations by \`npm run portal -- db-types\`. Do not edit. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Read as ISO 8601 in UTC. */
type Moment = ColumnType<string, string | Date, string | Date>
type MomentByDefault = ColumnType<string, string | Date | undefined, string | Date>
type Json = ColumnType<unknown, string, string>
type JsonByDefault = ColumnType<unknown, string | undefined, string>

export interface Tables {
${bodies.join('\n')}
}
`
}
