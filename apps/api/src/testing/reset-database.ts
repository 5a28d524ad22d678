/**
 * Makes a database as it was at a mark: the same rows, the next ids, no traces of deleted rows in the files of tables, and no plans for
 * them. It is refused for a database whose tables, functions, rights or statistics have changed since the mark.
 */
import type pg from 'pg'

interface Sequence {
  name: string
  last: string
  called: boolean
}

export interface Mark {
  schema: string
  /** Tables that had rows, with these. */
  rows: Map<string, { hash: string; values: string; columns: string }>
  sequences: Sequence[]
}

interface Table {
  name: string
  oid: string
  bytes: number
}

/** Deleting more takes longer than a new database. */
const MOST_BYTES = 4 * 1024 * 1024
const PAGE_BYTES = 8192

/** A changed or new row of the catalog has a higher transaction id. Objects of PostgreSQL itself have low ids. */
const of = (catalog: string, id = 'oid') =>
  `(select concat(count(*), ' ', sum(xmin::text::bigint)) from ${catalog} where ${id}::oid >= 16384)`
const SCHEMA = `
  select concat_ws(', ',
    (select concat(count(*), ' ', sum(xmin::text::bigint), ' ', sum(reltuples)) from pg_class where oid >= 16384 and relkind <> 'i'),
    ${of('pg_attribute', 'attrelid')}, ${of('pg_index', 'indexrelid')}, ${of('pg_attrdef')}, ${of('pg_constraint')},
    ${of('pg_trigger')}, ${of('pg_policy')}, ${of('pg_proc')}, ${of('pg_type')}, ${of('pg_sequence', 'seqrelid')},
    ${of('pg_statistic', 'starelid')}, ${of('pg_rewrite')}, ${of('pg_extension')},
    (select concat(count(*), ' ', sum(xmin::text::bigint)) from pg_namespace),
    (select count(*) from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase and d.datname = current_database())
  ) as schema`

/** Also those whose rows were deleted. */
const TABLES_WITH_PAGES = `
  select oid, oid::regclass::text as name, pg_relation_size(oid)::int + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0)::int as bytes
  from pg_class
  where oid >= 16384 and relkind = 'r' and (pg_relation_size(oid) > 0 or pg_relation_size(nullif(reltoastrelid, 0)) > 0)`

const schemaOf = async (client: pg.ClientBase) => (await client.query<{ schema: string }>(SCHEMA)).rows[0]?.schema ?? ''

/** The time of the last change is new each time. */
const valuesOf = (name: string) => `(select jsonb_agg(to_jsonb(t) - 'updated_at' order by to_jsonb(t)) from ${name} t)`

export async function markDatabase(client: pg.ClientBase): Promise<Mark> {
  const { rows: tables } = await client.query<Table>(TABLES_WITH_PAGES)
  const rows: Mark['rows'] = new Map()
  for (const { name, oid } of tables) {
    const { rows: found } = await client.query<{ hash: string | null; values: string; columns: string }>(
      `select md5(${valuesOf(name)}::text) as hash, (select jsonb_agg(to_jsonb(t)) from ${name} t)::text as values,
         (select string_agg(quote_ident(attname), ', ') from pg_attribute
          where attrelid = ${oid} and attnum > 0 and not attisdropped and attgenerated = '') as columns`,
    )
    if (found[0]?.hash) rows.set(name, { ...found[0], hash: found[0].hash })
  }
  const { rows: names } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and oid >= 16384`,
  )
  const states = names.map(({ name }) => `select '${name}' as name, last_value::text as last, is_called as called from ${name}`)
  const { rows: sequences } = await client.query<Sequence>(states.join(' union all '))
  return { schema: await schemaOf(client), rows, sequences }
}

/** Statements for the tables whose rows differ from the mark. */
async function restoreStatements(client: pg.ClientBase, { rows }: Mark): Promise<string[]> {
  const hashes = [...rows.keys()].map((name) => `select '${name}' as name, md5(${valuesOf(name)}::text) as hash`)
  const { rows: found } = await client.query<{ name: string; hash: string | null }>(hashes.join(' union all '))
  return found.flatMap(({ name, hash }) => {
    const kept = rows.get(name)
    if (!kept || kept.hash === hash) return []
    const values = client.escapeLiteral(kept.values)
    return [
      `delete from ${name}`,
      `insert into ${name} (${kept.columns}) overriding system value
       select ${kept.columns} from jsonb_populate_recordset(null::${name}, ${values})`,
    ]
  })
}

/** False if the database cannot be reset. */
export async function resetDatabase(client: pg.ClientBase, mark: Mark): Promise<boolean> {
  if ((await schemaOf(client)) !== mark.schema) return false
  const { rows: tables } = await client.query<Table>(TABLES_WITH_PAGES)
  if (tables.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES) return false
  const emptied = tables.filter(({ name }) => !mark.rows.has(name)).map(({ name }) => `delete from ${name}`)
  const sequences = mark.sequences.map(({ name, last, called }) => `('${name}'::regclass, ${last}, ${called})`)
  await client.query(
    [
      'begin',
      // No triggers, and no checks of references.
      'set local session_replication_role = replica',
      `set local lock_timeout = '5s'`,
      ...emptied,
      ...(await restoreStatements(client, mark)),
      'update domains set updated_at = now()',
      `select setval(name, last, called) from (values ${sequences.join(', ')}) s (name, last, called)
       where pg_sequence_last_value(name) is distinct from case when called then last end`,
      'commit',
    ].join(';\n'),
  )
  const large = tables.filter(({ bytes }) => bytes > PAGE_BYTES)
  if (large.length > 0) await removeTraces(client, large, mark)
  return true
}

/** New rows would take the places of deleted ones, so a list without an order would begin with any of them. */
async function removeTraces(client: pg.ClientBase, tables: Table[], mark: Mark): Promise<void> {
  await client.query(`vacuum ${tables.map(({ name }) => name).join(', ')}`)
  // As before the first vacuum: PostgreSQL expects some rows, and plans for them.
  await client.query(
    `update pg_class set reltuples = -1, relpages = 0, relallvisible = 0, relallfrozen = 0
     where oid = any($1::oid[]) or oid in (select reltoastrelid from pg_class where oid = any($1::oid[]))`,
    [tables.map(({ oid }) => oid)],
  )
  mark.schema = await schemaOf(client)
}
