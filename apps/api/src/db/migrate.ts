/** Brings a database to the newest schema: the queue's own tables, our migrations in order, and the application's log-in. */
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { withClient } from './with-client.ts'

const folder = new URL('./migrations/', import.meta.url)

const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))
    return Object.fromEntries(
      files.map((file, n) => [
        file.replace(/\.sql$/, ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(texts[n] as string).execute(db)) },
      ]),
    )
  },
}

/** Belongs to one database; like all roles it outlives its database. */
export const appRoleOf = (database: string) => `vialdesk_app_${database}`

/**
 * The address under which the application reaches the owner's database. Whatever else of the owner's address says who comes in, or
 * lets it to the library, must not be left: it would be the owner.
 */
export function appUrlOf(ownerUrl: string, password: string): string {
  const database = databaseOf(ownerUrl)
  const url = new URL(ownerUrl)
  // A socket is named by `?host=`; where no host stands before the path, no name can stand there either.
  if (url.hostname === '') url.hostname = 'localhost'
  url.pathname = `/${encodeURIComponent(database)}`
  url.username = appRoleOf(database)
  url.password = password
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  return url.href
}

const databaseOf = (url: string) => new pg.Client({ connectionString: url }).database ?? 'postgres'

/** Migrates; safe to run from several processes at once (the migrator holds a lock). Throws with the failing migration's cause. */
export async function migrate(ownerUrl: string): Promise<void> {
  await runMigrations({ connectionString: ownerUrl })
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  // A lost connection fails the statement that uses it; without a listener an idle one would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const { error, results } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
    const failed = results?.find((result) => result.status === 'Error')
    if (error) throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
    await sql`grant select on kysely_migration to vialdesk_app`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** Whether every migration of this build has run. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const files = Object.keys(await provider.getMigrations())
  const { rows } = await pool.query('select count(*)::int as n from kysely_migration where name = any($1)', [files])
  return rows[0]?.n === files.length
}

/**
 * Makes the role that the application logs in as (it owns nothing and can not go round policies) and gives its address.
 * The owner must be allowed to create roles.
 */
export async function ensureAppLogin(ownerUrl: string, password: string): Promise<string> {
  await withClient(ownerUrl, async (client) => {
    const role = client.escapeIdentifier(appRoleOf(databaseOf(ownerUrl)))
    const name = client.escapeLiteral(appRoleOf(databaseOf(ownerUrl)))
    await client.query(`
      do $$ begin
        perform pg_advisory_xact_lock(hashtext(${name}));
        if not exists (select from pg_roles where rolname = ${name}) then
          create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole in role vialdesk_app;
        end if;
      end $$;
      alter role ${role} password ${client.escapeLiteral(password)}`)
  })
  return appUrlOf(ownerUrl, password)
}
