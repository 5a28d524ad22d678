/** Compares the migrations that ran in a database with those of this build. It only reads. */
import type pg from 'pg'
import { type Migration, readMigrations } from './migration-files.ts'

/** The database does not fit this build. The message is a sentence for the terminal. */
export class SchemaMismatch extends Error {
  override name = 'SchemaMismatch'
}

type Named = Pick<Migration, 'name' | 'checksum'>

const RIGHT_VERSION = 'Start the version of the portal that this database belongs to: see docs/operate/upgrade.md.'
const UNKNOWN_ORIGIN =
  'The database was made by a version before 0.1.0, which kept no checksums of its migrations. Start with a new, empty database: see docs/operate/upgrade.md.'

/** The reason why a build cannot use a database, or undefined. Both lists are in the order of their names. */
export function mismatchOf(ran: Named[], build: Named[]): string | undefined {
  const ranNames = new Set(ran.map(({ name }) => name))
  const checksums = new Map(build.map(({ name, checksum }) => [name, checksum]))
  const lastOfBuild = build.at(-1)?.name ?? ''
  const lastRan = ran.at(-1)?.name ?? ''
  const changed = ran.find(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum)
  if (changed) return `Migration ${changed.name} has changed since it ran in this database. ${RIGHT_VERSION}`
  const missing = ran.find(({ name }) => !checksums.has(name) && name < lastOfBuild)
  if (missing)
    return `Migration ${missing.name} ran in this database, but this version of the portal does not have it. ${RIGHT_VERSION}`
  const skipped = build.find(({ name }) => !ranNames.has(name) && name < lastRan)
  if (skipped) return `Migration ${skipped.name} did not run in this database, although later ones did. ${RIGHT_VERSION}`
  const unknown = ran.find(({ name }) => !checksums.has(name))
  if (unknown)
    return `The database is newer than this version of the portal, which does not have migration ${unknown.name}. Start the newer version.`
  return undefined
}

/** The table of migrations is made by the first one. */
const tablesQuery = `select to_regclass('public.schema_migrations') is not null as keeps_checksums,
  to_regclass('public.domains') is not null as has_tables`
const ranQuery = 'select name, checksum from schema_migrations order by name collate "C"'

async function findRan(client: pg.ClientBase): Promise<Named[]> {
  const { rows } = await client.query<{ keeps_checksums: boolean; has_tables: boolean }>(tablesQuery)
  if (rows[0]?.keeps_checksums) return (await client.query<Named>(ranQuery)).rows
  if (rows[0]?.has_tables) throw new SchemaMismatch(UNKNOWN_ORIGIN)
  return []
}

/** The migrations that are still to run. Throws SchemaMismatch if this build cannot use the database. */
export async function findPending(client: pg.ClientBase): Promise<Migration[]> {
  const build = await readMigrations()
  const ran = await findRan(client)
  const mismatch = mismatchOf(ran, build)
  if (mismatch) throw new SchemaMismatch(mismatch)
  const names = new Set(ran.map(({ name }) => name))
  return build.filter(({ name }) => !names.has(name))
}

/**
 * Whether all migrations of this build have run, as they are. A newer version may have added others: a process that already serves goes on
 * until it is replaced.
 */
export async function isMigrated(connection: pg.Pool | pg.ClientBase): Promise<boolean> {
  const build = await readMigrations()
  const text = `select count(*)::int as n from schema_migrations
    join unnest($1::text[], $2::text[]) as build (name, checksum) using (name, checksum)`
  const columns = [build.map(({ name }) => name), build.map(({ checksum }) => checksum)]
  const { rows } = await connection.query<{ n: number }>(text, columns)
  return rows[0]?.n === build.length
}
