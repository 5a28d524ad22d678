/** The tables, and the functions of the database, could be distributed over several machines by domain (docs/operate/scale.md). */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#api/testing/database.ts'
import { findDomainTables } from '#api/testing/statements/find-scans.ts'
import { localTables, wholeTables } from '#api/testing/statements/table-placement.ts'

/** Functions with a statement that reads tables of domains and names neither `domain_id` nor the domain of the transaction, and why. */
const functionsOverDomains: Record<string, string> = {
  append_audit: 'the row that it inserts has the domain of the locked head',
}

let owner: pg.Client
let domainTables: Set<string>
beforeAll(async () => {
  owner = new pg.Client({ connectionString: (await createTestDatabase()).ownerUrl })
  await owner.connect()
  domainTables = await findDomainTables(owner, Object.keys(wholeTables))
})
afterAll(() => owner.end())

const namesOf = async (text: string, values: unknown[] = []) =>
  (await owner.query<{ name: string }>(text, values)).rows.map(({ name }) => name)

/** Tables of `kind`, of the portal and of its queue. */
const OWN_TABLES = `
  select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') order by 1`

describe('each table', () => {
  test('is distributed by domain, whole on each machine, or on one machine', async () => {
    const placed = [...domainTables, ...Object.keys(wholeTables), ...Object.keys(localTables)]
    expect(domainTables.size).toBeGreaterThan(80)
    expect(placed.sort()).toEqual((await namesOf(OWN_TABLES)).sort())
  })

  test('that is distributed has the domain first in its primary key, from the statement that inserts the row', async () => {
    const good = await namesOf(
      `select c.oid::regclass::text as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id' and a.attnotnull and not a.atthasdef
         and a.atttypid = 'bigint'::regtype
       join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum`,
    )
    expect([...domainTables].filter((name) => !good.includes(name))).toEqual([])
  })

  test('that is distributed has the domain in each unique key and each exclusion', async () => {
    const wrong = await namesOf(
      `select pg_get_indexdef(i.indexrelid) as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'domain_id'
       where i.indrelid = any($1::text[]::regclass[]) and (i.indisunique or i.indisexclusion)
         and a.attnum <> all(i.indkey::int2[])`,
      [[...domainTables]],
    )
    expect(wrong).toEqual([])
  })

  test('refers to rows of its own domain, or to tables that are as near', async () => {
    const { rows } = await owner.query<{ from: string; to: string; said: string; pairs: string[] }>(
      `select f.conrelid::regclass::text as "from", f.confrelid::regclass::text as "to", pg_get_constraintdef(f.oid) as said,
         array(select a.attname || '=' || b.attname from unnest(f.conkey, f.confkey) k (a, b)
           join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.a
           join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.b) as pairs
       from pg_constraint f where f.contype = 'f'`,
    )
    const isNear = (from: string, to: string) =>
      from in localTables ? to in localTables : to in wholeTables && (domainTables.has(from) || from in wholeTables)
    const wrong = rows.filter(({ from, to, pairs }) =>
      domainTables.has(from) && domainTables.has(to) ? pairs[0] !== 'domain_id=domain_id' : !isNear(from, to),
    )
    expect(rows.length).toBeGreaterThan(100)
    expect(wrong.map(({ from, said }) => `${from}: ${said}`)).toEqual([])
  })
})

/** Statements of a function body that name a table of domains after from, join, into, update or delete, without its domain. */
function statementsWithoutDomain(body: string): string[] {
  const tables = /\b(?:from|join|into|update)\s+(?:only\s+)?(\w+(?:\.\w+)?)/gi
  return body
    .replaceAll(/--.*$/gm, '')
    .split(/;/)
    .filter(
      (statement) =>
        [...statement.matchAll(tables)].some(([, name = '']) => domainTables.has(name)) &&
        !/\bdomain_id\b|current_domain\(\)/.test(statement),
    )
}

test('each function of the database names the domain in each statement that reads a table of domains', async () => {
  const { rows } = await owner.query<{ name: string; body: string }>(
    `select p.proname::text as name, coalesce(p.prosrc, '') as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'gateway_sim', 'ids') order by 1`,
  )
  const reading = rows.filter(({ body }) => [...domainTables].some((table) => body.includes(table)))
  expect(reading.length).toBeGreaterThan(60)
  const wrong = rows.flatMap(({ name, body }) => (statementsWithoutDomain(body).length > 0 ? [name] : []))
  expect(wrong).toEqual(Object.keys(functionsOverDomains))
})
