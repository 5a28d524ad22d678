/** Migrates a database: the tables of the queue library, our migrations in order, and the application's login role. */
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { POOLED_SETTINGS } from './connection/pools.ts'
import { connectWhenPossible } from './connection/refused-connections.ts'
import { withClient } from './connection/with-client.ts'
import { findPending, SchemaMismatch } from './migration-state.ts'

/**
 * The login roles of a serving process for one database. Roles belong to the server, so they outlive the database.
 * `app` answers calls; `worker` runs the queue and night work.
 */
export type LoginRole = 'app' | 'worker'
export const roleName = (role: LoginRole, database: string) => `vialdesk_${role}_${database}`

/**
 * The URL with which a login role connects to the database of another URL. It must contain nothing else of the other login, or the
 * role would connect as the owner.
 */
export function roleUrl(role: LoginRole, anyUrl: string, password: string): string {
  const database = databaseOf(anyUrl)
  const url = new URL(anyUrl)
  // A URL of a Unix socket has its host in `?host=`. Without a host before the path, a URL can have no user name.
  if (url.hostname === '') url.hostname = 'localhost'
  url.pathname = `/${encodeURIComponent(database)}`
  url.username = roleName(role, database)
  url.password = password
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  return url.href
}

export const databaseOf = (url: string) => new pg.Client({ connectionString: url }).database ?? 'postgres'

/**
 * PostgreSQL lets everybody connect, execute a new function and make temporary tables. Here every right is a grant: see
 * 193-function-rights.sql. Without this, the roles of another installation on the same server could read this database, because
 * they are members of the same groups. It runs after each migration, because neither a restored nor a copied database keeps all
 * of this.
 */
const revokePublicRights = `
  do $$
  declare
    open_function regprocedure;
  begin
    perform pg_advisory_xact_lock(hashtext('vialdesk rights'));
    for open_function in
      select p.oid
      from pg_proc p
      where p.pronamespace in (select oid from pg_namespace where nspname in ('public', 'gateway_sim', 'ids'))
        and pg_has_role(p.proowner, 'usage')
        and exists (
          select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0
        )
    loop
      execute format('revoke execute on function %s from public', open_function);
    end loop;
    if has_database_privilege('public', current_database(), 'temporary, connect') then
      execute format('revoke temporary, connect on database %I from public', current_database());
    end if;
  end $$`

/**
 * Row-level security binds the owner only where it is forced. A dump that the owner made lacks this: see docs/operate/backup.md.
 * Not on `domains`, whose rows the owner reads to go through all domains.
 */
const forceRowSecurity = `
  do $$
  declare
    unforced regclass;
  begin
    perform pg_advisory_xact_lock(hashtext('vialdesk rights'));
    for unforced in
      select c.oid
      from pg_class c
      where c.relrowsecurity
        and not c.relforcerowsecurity
        and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'gateway_sim'))
        and c.oid <> 'public.domains'::regclass
    loop
      execute format('alter table %s force row level security', unforced);
    end loop;
  end $$`

/**
 * The rights of the workers on the tables of the queue library. The library has row-level security without policies, which denies
 * everybody but the owner. Its new version may bring new tables.
 */
const grantQueue = `
  do $$
  declare
    queue_table regclass;
  begin
    perform pg_advisory_xact_lock(hashtext('vialdesk rights'));
    if not has_schema_privilege('vialdesk_worker', 'graphile_worker', 'usage') then
      grant usage on schema graphile_worker to vialdesk_worker;
    end if;
    for queue_table in
      select c.oid
      from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace
        and c.relkind = 'r'
        and not has_table_privilege('vialdesk_worker', c.oid, 'delete')
        and c.relname <> 'migrations'
    loop
      execute format('grant select, insert, update, delete on %s to vialdesk_worker', queue_table);
    end loop;
    if not has_table_privilege('vialdesk_worker', 'graphile_worker.jobs', 'select') then
      grant select on graphile_worker.migrations, graphile_worker.jobs to vialdesk_worker;
    end if;
    for queue_table in
      select c.oid
      from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace
        and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'vialdesk_worker')
    loop
      execute format('create policy vialdesk_worker on %s to vialdesk_worker using (true) with check (true)', queue_table);
    end loop;
  end $$`

/**
 * The index and the triggers on the jobs of the queue library, whose new version may make the table of the jobs again without them.
 * With the index, the workers learn who has locked jobs at the same cost however many jobs wait.
 */
const watchQueue = `
  do $$
  declare
    jobs constant regclass := 'graphile_worker._private_jobs';
  begin
    perform pg_advisory_xact_lock(hashtext('vialdesk rights'));
    if to_regclass('graphile_worker.jobs_by_run') is null then
      create index jobs_by_run on graphile_worker._private_jobs (locked_by) where locked_by is not null;
    end if;
    if not exists (select from pg_trigger t where t.tgrelid = jobs and t.tgname = 'mark_superseded') then
      create trigger mark_superseded
        before update of key on graphile_worker._private_jobs
        for each row when (old.key is not null and new.key is null)
        execute function public.mark_superseded_job();
    end if;
    if not exists (select from pg_trigger t where t.tgrelid = jobs and t.tgname = 'delete_superseded') then
      create trigger delete_superseded
        after update of key, locked_at on graphile_worker._private_jobs
        for each row when (new.locked_at is null and new.flags ? 'superseded')
        execute function public.delete_superseded_job();
    end if;
  end $$`

/** The queue library sets this exit code if its tables are newer than itself. */
const TABLES_ARE_NEWER = 57

/**
 * Makes and updates the tables of the queue library, each step in a transaction of its own. A role that does not own them only learns
 * whether they are up to date. Throws SchemaMismatch if they are newer.
 */
export async function migrateQueue(url: string): Promise<void> {
  const { exitCode } = process
  try {
    await connectWhenPossible(() => runMigrations({ connectionString: url }))
  } catch (error) {
    if (process.exitCode !== TABLES_ARE_NEWER) throw error
    process.exitCode = exitCode
    throw new SchemaMismatch(
      'The database is newer than this version of the portal, which cannot use its job queue. Start the newer version.',
      { cause: error },
    )
  }
}

/** All migrations run, or none. If one fails, its transaction ends with the connection. */
async function runPending(client: pg.Client): Promise<void> {
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtext('vialdesk migrations'))`)
  for (const { name, text, checksum } of await findPending(client)) {
    await client.query(text).catch((cause) => {
      throw new Error(`Migration ${name} failed`, { cause })
    })
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
  // In the same transaction, so that nobody may call a new function before.
  await client.query(revokePublicRights)
  await client.query('commit')
}

/**
 * Several processes may migrate at once, also of different versions. Throws SchemaMismatch, before any change, if this build cannot use
 * the database. Another error has the failed migration's error as its cause.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await findPending(client)
    await migrateQueue(ownerUrl)
    await runPending(client)
    await client.query(forceRowSecurity)
    await client.query(grantQueue)
    await client.query(watchQueue)
  })
}

/** A worker has the rights of the application, too. */
const GROUPS = { app: 'vialdesk_app', worker: 'vialdesk_app, vialdesk_worker' }

/** For connections through a pooler, which cannot bring settings of their own. */
const defaultsOf = (role: string) =>
  Object.entries(POOLED_SETTINGS)
    .map(([name, value]) => `alter role ${role} set ${name} = '${value}';`)
    .join(' ')

/**
 * Creates a login role, which owns nothing and cannot bypass policies, and returns its URL. The owner must be allowed to create
 * roles.
 */
export async function ensureLogin(kind: LoginRole, ownerUrl: string, password: string): Promise<string> {
  await withClient(ownerUrl, async (client) => {
    const database = client.escapeIdentifier(databaseOf(ownerUrl))
    const role = client.escapeIdentifier(roleName(kind, databaseOf(ownerUrl)))
    const name = client.escapeLiteral(roleName(kind, databaseOf(ownerUrl)))
    await client.query(`
      do $$ begin
        perform pg_advisory_xact_lock(hashtext(${name}));
        if not exists (select from pg_roles where rolname = ${name}) then
          create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole in role ${GROUPS[kind]};
        end if;
        perform pg_advisory_xact_lock(hashtext('vialdesk rights'));
        if not has_database_privilege(${name}, current_database(), 'connect') then
          grant connect on database ${database} to ${role};
        end if;
      end $$;
      alter role ${role} password ${client.escapeLiteral(password)};
      ${kind === 'app' ? defaultsOf(role) : ''}`)
  })
  return roleUrl(kind, ownerUrl, password)
}
