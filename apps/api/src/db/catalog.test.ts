/** What the migrations must have given every table, asked of PostgreSQL's own catalog: a new table without it fails here. */
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '#api/testing/database.ts'
import { tableTypes } from './generate-types.ts'

/** Tables that are no domain's, and why. */
const sharedTables: Record<string, string> = {
  domains: 'found before a transaction carries one; nothing secret is in it',
  domain_hosts: 'finds the domain of a host name, before a transaction carries one',
  installation: 'of the installation; the application may not even read it',
  rate_limits: 'its keys are hashes that carry the domain; written before one is entered',
  kysely_migration: 'of the schema itself',
  kysely_migration_lock: 'of the schema itself',
}

/** Columns that look like a reference and have none, and why. */
const looseIds: Record<string, string> = {
  'audit_heads.last_id': 'the number of the last row of the record, not a reference',
  'audit_log.actor_id': 'the record outlives whom it names, and writing it locks nobody',
  'audit_log.impersonator_id': 'as actor_id',
  'audit_log.patient_id': 'as actor_id',
  'audit_log.subject_id': 'names a user, a session or a sale, as the type says; the record outlives all of them',
  'revenue_months.sales_rep_id': '0 stands for everyone together',
  'vial_steps.actor_id': 'as that of the record: whoever logged in is never deleted, and writing a step locks nobody',
  'vial_steps.impersonator_id': 'as actor_id',
}

/** References to users that no index finds, and why none is needed. */
const readAsAWhole: Record<string, string> = {
  'password_links.user_id': 'swept a month after its end, so there are few',
  'sessions.impersonator_id': 'as password_links',
  'sessions.user_id': 'as password_links',
}

/** What the application may run with rights beyond its own: appending to the record, deleting a user that nothing needs, queueing, finding by words. */
const raisedFunctions = [
  'append_audit',
  'delete_user',
  'enqueue',
  'find_label_requests',
  'find_transactions',
  'find_users',
  'find_users_page',
]

/** Only those that find by words read past the domain's policy, in functions that name the domain themselves. */
const searchedTables = ['label_requests', 'transactions', 'users']

interface Table {
  oid: number
  name: string
  guarded: boolean
  forced: boolean
  policies: string[]
  key: string[]
  columns: string[]
}

const tablesOf = `
  select c.oid::int, case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
    c.relrowsecurity as guarded, c.relforcerowsecurity as forced,
    array(select format('%s for %s to %s: using %s check %s', p.polname, p.polcmd, array_to_string(p.polroles::regrole[], ','), pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid))
      from pg_policy p where p.polrelid = c.oid order by p.polname) as policies,
    array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k (attnum, n) join pg_attribute a on a.attnum = k.attnum and a.attrelid = c.oid
      where i.indrelid = c.oid and i.indisprimary order by k.n) as key,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'gateway_sim') order by 2`

const foreignKeysOf = `
  select f.conrelid::int as "from", f.confrelid::int as "to", f.conrelid::regclass || ': ' || pg_get_constraintdef(f.oid) as said,
    array(select a.attname || '=' || b.attname from unnest(f.conkey, f.confkey) k (a, b)
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.a join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.b) as pairs
  from pg_constraint f where f.contype = 'f'`

let owner: pg.Client
let appUrl: string
let tables: Table[]
let tenants: Table[]

beforeAll(async () => {
  const database = await testDatabase()
  appUrl = database.appUrl
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  tables = (await owner.query(tablesOf)).rows
  tenants = tables.filter(({ name }) => !(name in sharedTables))
})
afterAll(() => owner.end())

const namesOf = (found: Table[]) => found.map(({ name }) => name)

describe('every table', () => {
  test('is of a domain, or on the short list of those that are shared', () => {
    expect(tenants.length).toBeGreaterThan(20)
    expect(namesOf(tenants.filter(({ columns }) => !columns.includes('domain_id')))).toEqual([])
    expect(Object.keys(sharedTables).filter((name) => !namesOf(tables).includes(name))).toEqual([])
  })

  test('of a domain has it first in its primary key', () => {
    expect(namesOf(tenants.filter(({ key }) => key[0] !== 'domain_id'))).toEqual([])
  })

  test('of a domain stands behind row-level security, for its owner too', () => {
    expect(namesOf(tenants.filter(({ guarded, forced }) => !guarded || !forced))).toEqual([])
  })

  test('of a domain has just the one policy, for every command and everyone, and one more where words are searched', () => {
    const own = 'own_domain for * to -: using (domain_id = current_domain()) check (domain_id = current_domain())'
    const search = 'word_search for r to vialdesk_search: using true check '
    const wanted = (name: string) => (searchedTables.includes(name) ? [search, own] : [own])
    expect(tenants.map(({ name, policies }) => ({ name, policies }))).toEqual(
      tenants.map(({ name }) => ({ name, policies: wanted(name) })),
    )
  })

  test('refers to rows of its own domain only', async () => {
    const { rows } = await owner.query<{ from: number; to: number; said: string; pairs: string[] }>(foreignKeysOf)
    const ids = new Set(tenants.map(({ oid }) => oid))
    const between = rows.filter(({ from, to }) => ids.has(from) && ids.has(to))
    expect(between.length).toBeGreaterThan(30)
    expect(between.filter(({ pairs }) => !pairs.includes('domain_id=domain_id')).map(({ said }) => said)).toEqual([])
    const unowned = tenants.filter(
      ({ oid }) => !rows.some(({ from, pairs }) => from === oid && pairs.some((pair) => pair.startsWith('domain_id='))),
    )
    expect(namesOf(unowned)).toEqual([])
  })

  test('finds by an index what refers to a user, so that deleting one reads no table as a whole', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select c.relname || '.' || a.attname as name from pg_constraint f join pg_class c on c.oid = f.conrelid
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[cardinality(f.conkey)]
      where f.contype = 'f' and f.confrelid = 'users'::regclass and not exists (
        select from pg_index i where i.indrelid = f.conrelid and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)')) order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(readAsAWhole).sort())
  })

  test('has no id of something else that nothing checks', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = 'public' and a.attname like '%\\_id' and a.atttypid = 'bigint'::regtype
        and not exists (select from pg_constraint f where f.conrelid = c.oid and f.contype = 'f' and a.attnum = any(f.conkey)) order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(looseIds).sort())
  })
})

describe('the application', () => {
  let app: pg.Client
  beforeAll(async () => {
    app = new pg.Client({ connectionString: appUrl })
    await app.connect()
  })
  afterAll(() => app.end())

  test('owns nothing, and neither does the role that holds its grants', async () => {
    const { rows } = await app.query(`
      select 'relation' as kind, relname::text as name from pg_class where relowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'function', proname from pg_proc where proowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'schema', nspname from pg_namespace where nspowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'type', typname from pg_type where typowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'database', datname from pg_database where datdba in (current_user::regrole, 'vialdesk_app'::regrole)`)
    expect(rows).toEqual([])
  })

  test('has no rights but its own', async () => {
    const { rows } = await app.query(`
      select rolname from pg_roles where (rolname = 'vialdesk_app' or rolname = current_user)
        and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)
      union all select roleid::regrole::text from pg_auth_members where member = current_user::regrole and roleid <> 'vialdesk_app'::regrole`)
    expect(rows).toEqual([])
    await expect(app.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('alter table users disable row level security')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('select * from graphile_worker.jobs')).rejects.toMatchObject({ code: '42501' })
  })

  test('deletes and empties nothing that must stay', async () => {
    const { rows } = await app.query(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'gateway_sim')
        and (has_table_privilege(c.oid, 'truncate') or (has_table_privilege(c.oid, 'delete')
          and c.relname not in ('staff_centers', 'referral_centers', 'two_step_sign_ins', 'locations', 'rate_limits')))`)
    expect(rows).toEqual([])
  })

  test('searches through a role that only reads what is matched, and that nobody can be', async () => {
    const { rows } = await app.query(`
      select p.proname::text as name, p.proowner::regrole::text as owner from pg_proc p where p.proowner = 'vialdesk_search'::regrole order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(['find_label_requests', 'find_transactions', 'find_users', 'find_users_page'])
    const role =
      await app.query(`select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, pg_has_role(current_user, 'vialdesk_search', 'member') as member
      from pg_roles where rolname = 'vialdesk_search'`)
    expect(role.rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false, member: false }])
    const { rows: readable } = await app.query(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'gateway_sim')
        and (has_any_column_privilege('vialdesk_search', c.oid, 'select, insert, update') or has_table_privilege('vialdesk_search', c.oid, 'delete')) order by 1`)
    expect(readable.map(({ relname }) => relname)).toEqual(['tallies', ...searchedTables].toSorted())
    const secret = await app.query(`select has_column_privilege('vialdesk_search', 'users', 'password_hash', 'select') as reads`)
    expect(secret.rows).toEqual([{ reads: false }])
  })

  test("runs with its owner's rights only what is meant for it", async () => {
    const { rows } = await app.query(`
      select p.proname::text as name, p.proconfig from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'gateway_sim') and p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege(p.oid, 'execute') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(raisedFunctions)
    const { rows: loose } = await app.query(`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prosecdef and not coalesce(p.proconfig::text like '%search_path=%', false)`)
    expect(loose).toEqual([])
  })
})

test('types.ts is what the generator gives', async () => {
  expect(await readFile(new URL('types.ts', import.meta.url), 'utf8')).toBe(await tableTypes(owner))
})
