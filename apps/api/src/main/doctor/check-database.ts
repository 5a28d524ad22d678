/** Checks of the database server, its settings and the rights of the portal's roles. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { mostConnections } from '#api/db/connection/connection-shares.ts'
import { withClient } from '#api/db/connection/with-client.ts'
import { planConnections, readAllowed } from '#api/main/database/connection-plan.ts'
import { ARCHIVE_FAILS } from '#api/main/read-figures.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { error, type Finding, ok, orOk, warning } from './finding.ts'

const rowOf = async <Row>(url: string, text: string): Promise<Row> =>
  withClient(url, async (client) => (await client.query(text)).rows[0] as Row)

const SETTINGS = `
  select current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes, current_setting('synchronous_commit') as synchronous_commit,
    current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as is_replica`

type Settings = Record<'version' | 'fsync' | 'full_page_writes' | 'synchronous_commit' | 'checksums' | 'encoding', string> & {
  is_replica: boolean
}

export async function checkServer(url: string): Promise<Finding[]> {
  const check = 'database server'
  const settings = await rowOf<Settings>(url, SETTINGS)
  const lossOf = (name: 'fsync' | 'full_page_writes' | 'synchronous_commit', loss: string) =>
    settings[name] === 'off' &&
    error(check, `The setting ${name} of PostgreSQL is off: ${loss}.`, `Set ${name} = on in postgresql.conf, and reload.`)
  return orOk(
    check,
    [
      lossOf('fsync', 'a crash of the machine destroys the database'),
      lossOf('full_page_writes', 'a crash of the machine may destroy the database'),
      lossOf('synchronous_commit', 'a crash loses changes that were answered with success, such as payments'),
      settings.checksums === 'off' &&
        warning(
          check,
          'The database has no checksums, so faults of the disk stay unnoticed.',
          'Stop PostgreSQL and run pg_checksums --enable.',
        ),
      settings.encoding !== 'UTF8' &&
        error(
          check,
          `The database stores text as ${settings.encoding}.`,
          'Create a database with the encoding UTF8, and restore into it.',
        ),
      settings.is_replica &&
        error(check, 'The database is a replica, which refuses every change.', 'Let DATABASE_URL lead to the primary.'),
    ],
    `PostgreSQL ${settings.version.split(' ')[0]} writes safely.`,
  )
}

const RIGHTS = `
  select r.rolname as role, r.rolsuper as super, r.rolbypassrls as bypasses,
    exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace) as owns,
    has_table_privilege(r.oid, 'public.audit_log', 'update, delete, truncate') as changes_audit
  from pg_roles r
  where r.rolname in ('vialdesk_app_' || current_database(), 'vialdesk_worker_' || current_database())`

interface Rights {
  role: string
  super: boolean
  bypasses: boolean
  owns: boolean
  changes_audit: boolean
}

/** The host of a request says which domain it is for, so its table is read before the domain is known. */
const UNPROTECTED = `
  select string_agg(c.relname, ', ' order by c.relname) as tables
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity)
    and c.relname <> 'domain_hosts'`

const PUBLIC_RIGHTS = `
  select exists (
    select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
    where d.datname = current_database() and a.grantee = 0 and a.privilege_type in ('CONNECT', 'TEMPORARY')) as everybody`

export async function checkRights(url: string): Promise<Finding[]> {
  const check = 'database rights'
  const roles = await withClient(url, async (client) => (await client.query<Rights>(RIGHTS)).rows)
  const { tables } = await rowOf<{ tables: string | null }>(url, UNPROTECTED)
  const { everybody } = await rowOf<{ everybody: boolean }>(url, PUBLIC_RIGHTS)
  const isTooStrong = ({ super: isSuper, bypasses, owns }: Rights) => isSuper || bypasses || owns
  return orOk(
    check,
    [
      ...roles
        .filter(isTooStrong)
        .map(({ role }) =>
          error(
            check,
            `The role ${role} is not bound by row-level security: it is a superuser, has bypassrls, or owns tables.`,
            `alter role "${role}" nosuperuser nobypassrls; and give its tables back to the owner.`,
          ),
        ),
      ...roles
        .filter((each) => each.changes_audit && !isTooStrong(each))
        .map(({ role }) =>
          error(
            check,
            `The role ${role} may change the audit.`,
            `revoke update, delete, truncate on audit_log from "${role}", vialdesk_app, vialdesk_worker;`,
          ),
        ),
      tables !== null &&
        error(
          check,
          `Row-level security is off for: ${tables}.`,
          'alter table … enable row level security, force row level security; as the owner.',
        ),
      everybody &&
        warning(
          check,
          'Every role of the server may connect to the database or make temporary tables in it.',
          'Run: npm run portal -- migrate',
        ),
    ],
    'The roles have the rights that they need, and no more.',
  )
}

/** Counts the connections that one more process would take. */
export async function checkConnections(url: string, configuration: Configuration): Promise<Finding[]> {
  const check = 'database connections'
  const work = { serves: true, runsJobs: configuration.workers }
  try {
    const { sentence, warning: doubt } = planConnections(await readAllowed(url), configuration, work)
    if (doubt === undefined || configuration.databaseUrl === undefined) return [ok(check, `${sentence}.`)]
    return [warning(check, doubt, `Raise max_connections of PostgreSQL: a process uses up to ${mostConnections(work)}.`)]
  } catch (cause) {
    if (!(cause instanceof StartFailure)) throw cause
    return [error(check, cause.message, 'See "Database connections" in docs/operate/configure.md.')]
  }
}

/** Seconds. Sessions, links and codes of two-step sign-in depend on both clocks. */
const CLOCK = { warning: 2, error: 30 }

export async function checkClock(url: string, now = Date.now): Promise<Finding[]> {
  const before = now()
  const { seconds } = await rowOf<{ seconds: number }>(url, 'select extract(epoch from clock_timestamp())::float8 as seconds')
  const own = (before + now()) / 2000
  const difference = Math.abs(seconds - own)
  const text = `The clocks of this machine and of the database differ by ${difference.toFixed(1)} s.`
  const remedy = 'Synchronise the clocks of both machines (chrony, systemd-timesyncd).'
  // The question itself took this long, so the difference cannot be known better.
  const unsure = (now() - before) / 2000
  if (difference - unsure > CLOCK.error) return [error('clock', text, remedy)]
  return [difference - unsure > CLOCK.warning ? warning('clock', text, remedy) : ok('clock', text)]
}

/** Milliseconds. */
const ECHO_MS = 5000

/** A pooler in transaction mode lets a process listen, and brings it nothing. */
export async function checkSignals(url: string): Promise<Finding[]> {
  const channel = `vialdesk_doctor_${randomBytes(6).toString('hex')}`
  const listener = new pg.Client({ connectionString: url })
  listener.on('error', () => {})
  try {
    await listener.connect()
    const heard = new Promise<boolean>((resolve) => {
      listener.on('notification', () => resolve(true))
      setTimeout(() => resolve(false), ECHO_MS).unref()
    })
    await listener.query(`listen ${channel}`)
    await withClient(url, (client) => client.query(`notify ${channel}`))
    if (await heard) return [ok('signals', 'Messages between processes arrive.')]
    return [
      error(
        'signals',
        'Messages between processes do not arrive: notices and changed settings come late.',
        'Connect directly to PostgreSQL, not through a pooler in transaction mode.',
      ),
    ]
  } finally {
    await listener.end()
  }
}

const REPLICAS = `
  select coalesce(application_name, 'a replica') as replica, extract(epoch from replay_lag)::float8 as seconds, state
  from pg_stat_replication`
const ARCHIVE = `
  select current_setting('archive_mode') <> 'off' as archives,
    extract(epoch from now() - last_archived_time)::float8 as age,
    ${ARCHIVE_FAILS} as fails
  from pg_stat_archiver`

/** Seconds. */
const LAG = 30
const OLD_ARCHIVE = 26 * 3600

export async function checkCopies(url: string): Promise<Finding[]> {
  const replicas = await withClient(
    url,
    async (client) => (await client.query<{ replica: string; seconds: number | null; state: string | null }>(REPLICAS)).rows,
  )
  const archive = await rowOf<{ archives: boolean; age: number | null; fails: boolean }>(url, ARCHIVE)
  const late = replicas.filter(({ seconds }) => (seconds ?? 0) > LAG)
  const isHidden = replicas.some(({ state }) => state === null)
  const lag = isHidden ? 'their lag is not visible to the portal (see docs/operate/monitor.md)' : 'none is late'
  return [
    ...orOk(
      'replicas',
      late.map(({ replica, seconds }) =>
        warning(
          'replicas',
          `The replica ${replica} is ${Math.round(seconds ?? 0)} s behind.`,
          'See ReplicaLag in docs/operate/monitor.md.',
        ),
      ),
      replicas.length === 0 ? 'No replica is connected.' : `${replicas.length} connected; ${lag}.`,
    ),
    archiveFinding(archive),
  ]
}

function archiveFinding({ archives, age, fails }: { archives: boolean; age: number | null; fails: boolean }): Finding {
  const check = 'backup'
  const remedy = 'See docs/operate/backup.md, and the log of PostgreSQL.'
  if (!archives) return ok(check, 'PostgreSQL archives nothing, so the age of backups is not known here.')
  if (fails) return error(check, 'PostgreSQL could not archive its changes at the last try.', remedy)
  if (age === null || age > OLD_ARCHIVE) return warning(check, 'PostgreSQL has archived no changes in the last 26 hours.', remedy)
  return ok(check, `PostgreSQL archived changes ${Math.round(age / 60)} minutes ago.`)
}
