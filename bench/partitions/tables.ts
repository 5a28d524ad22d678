/** Makes a copy of a table of the portal, plain or divided by month, with all its indexes. */
import type pg from 'pg'
import type { Subject } from './subjects.ts'

export const COPY = 'experiment.rows'

export type Kind = 'plain' | 'by month'

interface Index {
  definition: string
  unique: boolean
  columns: string[]
}

export async function readIndexes(client: pg.Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select pg_get_indexdef(i.indexrelid) as definition, i.indisunique as unique,
       array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey::int[])) as columns
     from pg_index i where i.indrelid = $1::regclass order by i.indexrelid`,
    [table],
  )
  return rows
}

/** A unique index of a divided table must contain the column of the division: so it no longer keeps the other columns unique. */
function indexOfCopy({ definition, unique, columns }: Index, table: string, kind: Kind, column: string): string {
  const copied = definition.replace(/INDEX \S+ ON/, 'INDEX ON').replace(`public.${table} `, `${COPY} `)
  return unique && kind === 'by month' && !columns.includes(column) ? copied.replace(/\)$/, `, ${column})`) : copied
}

export const monthStart = (month: number) => new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 10)

/** The table without indexes, so that it is filled fast. */
export async function makeCopy(client: pg.Client, { table, column }: Subject, kind: Kind, months: number): Promise<void> {
  await client.query('drop schema if exists experiment cascade; create schema experiment')
  await client.query(
    `create table ${COPY} (like ${table} including defaults)${kind === 'by month' ? ` partition by range (${column})` : ''}`,
  )
  if (kind === 'plain') return
  for (let month = 0; month < months; month++)
    await client.query(
      `create table experiment.month_${month} partition of ${COPY} for values from ('${monthStart(month)}') to ('${monthStart(month + 1)}')`,
    )
}

export async function makeIndexes(client: pg.Client, { table, column }: Subject, kind: Kind): Promise<void> {
  for (const index of await readIndexes(client, table)) await client.query(indexOfCopy(index, table, kind, column))
}

/** Unique keys that lack the column of the division, and foreign keys of other tables that name such a key. */
export async function readBrokenKeys(client: pg.Client, { table, column }: Subject) {
  const indexes = await readIndexes(client, table)
  const { rows } = await client.query<{ name: string }>(
    `select conrelid::regclass || ' (' || conname || ')' as name from pg_constraint
     where contype = 'f' and confrelid = $1::regclass order by 1`,
    [table],
  )
  return {
    unique: indexes.filter((index) => index.unique && !index.columns.includes(column)).map((index) => index.columns.join(', ')),
    foreign: rows.map(({ name }) => name),
  }
}
