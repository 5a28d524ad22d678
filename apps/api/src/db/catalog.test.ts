/** Rules for every table, read from PostgreSQL's catalog, so that they hold for new tables, too. */
import { readdir, readFile } from 'node:fs/promises'
import { membershipIds } from '@vialdesk/contract/base/roles'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#api/testing/database.ts'
import { tableTypes } from './generate-types.ts'

/** Tables without a domain, and why. */
const sharedTables: Record<string, string> = {
  domains: 'read before a transaction has a domain; contains no secret; changed in its own domain only',
  domain_hosts: 'finds the domain of a host name, before a transaction has a domain',
  installation: 'belongs to the installation; the application may not even read it',
  signing_certificate: 'belongs to the installation; only the workers may read and renew it',
  rate_limits: 'its keys are hashes that include the domain; written before a transaction has a domain',
  schema_migrations: 'belongs to the schema; the application may only read it',
}

/** Columns that look like a reference but have no foreign key, and why. */
const looseIds: Record<string, string> = {
  'audit_heads.last_id': 'the number of the last row of the audit log, not a reference',
  'audit_log.actor_id': 'the audit log outlives its users, and writing it locks no user',
  'audit_log.impersonator_id': 'as actor_id',
  'audit_log.patient_id': 'as actor_id',
  'audit_log.subject_id': 'the id of a user, a session or a sale, depending on the type; the audit log outlives them',
  'domain_versions.actor_id': 'as vial_steps.actor_id; null for the console',
  'rule_overrides.actor_id': 'as vial_steps.actor_id',
  'rule_overrides.impersonator_id': 'as vial_steps.actor_id',
  'vial_arrivals.actor_id': 'as vial_steps.actor_id',
  'vial_arrivals.impersonator_id': 'as vial_steps.actor_id',
  'vial_steps.actor_id': 'a user who logged in is never deleted, and writing a step locks no user',
  'vial_steps.impersonator_id': 'as actor_id',
}

/** References to users without an index, and why none is needed. */
const unindexed: Record<string, string> = {
  'password_links.user_id': 'deleted a month after its end, so there are few rows',
  'sessions.impersonator_id': 'as password_links',
  'sessions.user_id': 'as password_links',
}

/** Functions that the application may run with the rights of their owner. */
const ownerFunctions = [
  'append_audit',
  'audit_chains',
  'delete_user',
  'enqueue',
  'enqueue_webhook_delivery',
  'find_audit_of_listed',
  'find_documents',
  'find_jobs',
  'find_label_requests',
  'find_named_others',
  'find_named_patients',
  'find_transaction_ids',
  'find_transactions',
  'find_users',
  'find_users_by_number',
  'find_users_page',
  'is_installation_key',
  'is_mail_domain_taken',
  'move_vial_reservation',
  'resend_mail',
  'reserve_vials',
  'retry_job',
  'total_transactions',
]

/** Tables with a policy for the search role, whose functions name the domain themselves. */
const searchedTables = ['audit_log', 'documents', 'label_requests', 'patient_stages', 'transactions', 'users']

interface Table {
  oid: number
  name: string
  enabled: boolean
  forced: boolean
  policies: string[]
  key: string[]
  columns: string[]
}

const tablesOf = `
  select c.oid::int, case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name,
    c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
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
  const database = await createTestDatabase()
  appUrl = database.appUrl
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  tables = (await owner.query(tablesOf)).rows
  tenants = tables.filter(({ name }) => !(name in sharedTables))
})
afterAll(() => owner.end())

const namesOf = (found: Table[]) => found.map(({ name }) => name)

describe('every table', () => {
  test('has a domain or is on the list of shared tables', () => {
    expect(tenants.length).toBeGreaterThan(20)
    expect(namesOf(tenants.filter(({ columns }) => !columns.includes('domain_id')))).toEqual([])
    expect(Object.keys(sharedTables).filter((name) => !namesOf(tables).includes(name))).toEqual([])
  })

  test('with a domain begins its primary key with the domain', () => {
    expect(namesOf(tenants.filter(({ key }) => key[0] !== 'domain_id'))).toEqual([])
  })

  test('with a domain has row-level security, for its owner too', () => {
    expect(namesOf(tenants.filter(({ enabled, forced }) => !enabled || !forced))).toEqual([])
  })

  test('with a domain has one policy for all commands and roles, and one more if the search role reads it', () => {
    const own = 'own_domain for * to -: using (domain_id = current_domain()) check (domain_id = current_domain())'
    const search = 'word_search for r to vialdesk_search: using true check '
    const foundKeys = 'found_keys for r to vialdesk_search: using (found_in IS NOT NULL) check '
    const wanted = (name: string) =>
      name === 'mail_keys' ? [foundKeys, own] : searchedTables.includes(name) ? [own, search] : [own]
    expect(tenants.map(({ name, policies }) => ({ name, policies }))).toEqual(
      tenants.map(({ name }) => ({ name, policies: wanted(name) })),
    )
  })

  test('refers only to rows of its own domain', async () => {
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

  test('has an index for each reference to users, so that deleting a user reads no whole table', async () => {
    const { rows } = await owner.query<{ name: string }>(`
      select c.relname || '.' || a.attname as name from pg_constraint f join pg_class c on c.oid = f.conrelid
      join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[cardinality(f.conkey)]
      where f.contype = 'f' and f.confrelid = 'users'::regclass and not exists (
        select from pg_index i where i.indrelid = f.conrelid and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)')) order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(unindexed).sort())
  })

  test('has a foreign key for each id of another table', async () => {
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

  test('owns nothing, nor does the role with its grants', async () => {
    const { rows } = await app.query(`
      select 'relation' as kind, relname::text as name from pg_class where relowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'function', proname from pg_proc where proowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'schema', nspname from pg_namespace where nspowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'type', typname from pg_type where typowner in (current_user::regrole, 'vialdesk_app'::regrole)
      union all select 'database', datname from pg_database where datdba in (current_user::regrole, 'vialdesk_app'::regrole)`)
    expect(rows).toEqual([])
  })

  test('has no rights beyond its grants', async () => {
    const { rows } = await app.query(`
      select rolname from pg_roles where (rolname = 'vialdesk_app' or rolname = current_user)
        and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication)
      union all select roleid::regrole::text from pg_auth_members where member = current_user::regrole and roleid <> 'vialdesk_app'::regrole`)
    expect(rows).toEqual([])
    await expect(app.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('alter table users disable row level security')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query('select * from graphile_worker.jobs')).rejects.toMatchObject({ code: '42501' })
  })

  test('may delete only rows of the listed tables, and truncate no table', async () => {
    const { rows } = await app.query(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'gateway_sim')
        and (has_table_privilege(c.oid, 'truncate') or (has_table_privilege(c.oid, 'delete')
          and c.relname not in ('coupons', 'staff_centers', 'referral_centers', 'two_step_sign_ins', 'known_devices', 'locations', 'rate_limits',
            'template_editor_sessions', 'signing_sessions', 'signing_webhook_events', 'payment_customers', 'commission_paid_entries',
            'saved_views', 'assets', 'asset_sections', 'asset_attachments', 'mail_keys', 'mail_records', 'mails',
            'webhook_endpoints', 'webhook_deliveries', 'sign_ups', 'sign_up_links')))`)
    expect(rows).toEqual([])
  })

  test('searches as a role that reads only the matched columns and that nobody can become', async () => {
    const { rows } = await app.query(`
      select p.proname::text as name, p.proowner::regrole::text as owner from pg_proc p where p.proowner = 'vialdesk_search'::regrole order by 1`)
    expect(rows.map(({ name }) => name)).toEqual([
      'find_audit_of_listed',
      'find_documents',
      'find_label_requests',
      'find_named_others',
      'find_named_patients',
      'find_transaction_ids',
      'find_transactions',
      'find_users',
      'find_users_by_number',
      'find_users_page',
      'is_mail_domain_taken',
      'total_transactions',
    ])
    const backup = await readFile(new URL('../../../../docs/operate/backup.md', import.meta.url), 'utf8')
    expect(rows.map(({ name }) => name).filter((name) => !backup.includes(`'${name}'`))).toEqual([])
    const role =
      await app.query(`select rolcanlogin, rolsuper, rolbypassrls, rolcreaterole, pg_has_role(current_user, 'vialdesk_search', 'member') as member
      from pg_roles where rolname = 'vialdesk_search'`)
    expect(role.rows).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, rolcreaterole: false, member: false }])
    const { rows: readable } = await app.query(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'gateway_sim')
        and (has_any_column_privilege('vialdesk_search', c.oid, 'select, insert, update') or has_table_privilege('vialdesk_search', c.oid, 'delete')) order by 1`)
    expect(readable.map(({ relname }) => relname)).toEqual(
      ['mail_keys', 'tallies', 'transaction_sums', ...searchedTables].toSorted(),
    )
    const secret = await app.query(`
      select has_column_privilege('vialdesk_search', 'users', 'password_hash', 'select')
        or has_column_privilege('vialdesk_search', 'mail_keys', 'private_key', 'select') as reads`)
    expect(secret.rows).toEqual([{ reads: false }])
  })

  test("runs only the listed functions with their owner's rights", async () => {
    const { rows } = await app.query(`
      select p.proname::text as name, p.proconfig from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'gateway_sim') and p.prosecdef and p.prorettype <> 'trigger'::regtype and has_function_privilege(p.oid, 'execute') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(ownerFunctions)
    const { rows: loose } = await app.query(`
      select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prosecdef and not coalesce(p.proconfig::text like '%search_path=%', false)`)
    expect(loose).toEqual([])
  })
})

test('everybody may connect, execute a function or make a temporary table only with a grant', async () => {
  const { rows } = await owner.query(`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'gateway_sim', 'ids')
      and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) order by 1`)
  expect(rows).toEqual([])
  const may = `select has_database_privilege('public', current_database(), 'temporary, connect') as may`
  expect((await owner.query(may)).rows).toEqual([{ may: false }])
  const app = new pg.Client({ connectionString: appUrl })
  await app.connect()
  try {
    await expect(app.query('create temp table mine (id int)')).rejects.toMatchObject({ code: '42501' })
    await expect(app.query(`select tenant_table('users', '')`)).rejects.toMatchObject({ code: '42501' })
  } finally {
    await app.end()
  }
})

test('membership_id agrees with the contract, and the migrations use no other role', async () => {
  const { rows } = await owner.query<{ role: string; id: number }>(
    'select role, membership_id(role) as id from unnest($1::text[]) role',
    [Object.keys(membershipIds)],
  )
  expect(Object.fromEntries(rows.map(({ role, id }) => [role, id]))).toEqual(membershipIds)
  const folder = new URL('migrations/', import.meta.url)
  const texts = await Promise.all((await readdir(folder)).map((file) => readFile(new URL(file, folder), 'utf8')))
  const used = texts.flatMap((text) => [...text.matchAll(/membership_id\('(\w+)'\)/g)].map((match) => match[1] as string))
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((role) => !(role in membershipIds))).toEqual([])
})

test('types.ts is up to date with the migrations', async () => {
  expect(await readFile(new URL('types.ts', import.meta.url), 'utf8')).toBe(await tableTypes(owner))
})
