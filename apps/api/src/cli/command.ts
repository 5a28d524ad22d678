/** Helpers that console commands share. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type pg from 'pg'
import { openPool } from '#api/db/connection/pools.ts'
import { describeDatabase, openAsOwner } from '#api/main/database/databases.ts'
import { plainConnectionWarnings } from '#api/main/plain-connection-warnings.ts'
import { domainUrl, findDomainById } from '#api/platform/access/domains.ts'
import { type Configuration, readConfiguration } from '#api/platform/config/configuration.ts'
import { ensureDataFolder } from '#api/platform/config/data-folder.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

export type Command = (args: string[], usage: string) => Promise<void>

/** Reads `--name value` options and positional words. Throws StartFailure with the usage if they do not fit. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  usage: string,
  options: Options,
  words = 0,
) {
  try {
    const read = parseArgs({ args, options, allowPositionals: true, strict: true })
    if (read.positionals.length === words) return read
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new StartFailure(`Usage: npm run portal -- ${usage}`)
}

/** Reads a whole number above zero. Throws StartFailure with the usage otherwise. */
export function readCount(text: string, usage: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new StartFailure(`Usage: npm run portal -- ${usage}`)
}

export interface OpenedDatabase {
  configuration: Configuration
  ownerUrl: string
  /** Owns the tables; its statements have no time limit. */
  owner: pg.Pool
}

/** Reads the configuration and prints the database that it leads to, because a missing DATABASE_URL is easily overlooked. */
export function readConsoleConfiguration(): Configuration {
  const configuration = readConfiguration(process.env)
  const { ownerDatabaseUrl, databaseUrl, dataDir } = configuration
  console.error(`Database: ${describeDatabase(ownerDatabaseUrl ?? databaseUrl, dataDir)}`)
  for (const warning of plainConnectionWarnings(configuration)) console.error(`Warning: ${warning}`)
  return configuration
}

/** Runs the work on the installation's database. If no portal is running, the embedded PostgreSQL is started for it. */
export async function withDatabase<T>(work: (database: OpenedDatabase) => Promise<T>): Promise<T> {
  const configuration = readConsoleConfiguration()
  ensureDataFolder(configuration.dataDir)
  const databases = await openAsOwner(configuration, { shared: true })
  const owner = openPool(databases.ownerUrl, { max: 4, statementTimeoutMs: 0 })
  try {
    return await work({ configuration, ownerUrl: databases.ownerUrl, owner })
  } finally {
    await owner.end()
    await databases.stop()
  }
}

/** Prints the one-use link with which an admin sets a password. */
export async function printPasswordLink(
  { owner, configuration }: OpenedDatabase,
  { domainId, email, token }: { domainId: number; email: string; token: string },
): Promise<void> {
  const address = domainUrl(await findDomainById(owner, domainId), configuration.publicUrl)
  console.log(`Link for ${email} to set a password, valid for 7 days:\n${address}/set-password#${token}`)
}

export interface DomainRow {
  id: number
  identifier: string
  name: string
  demo: boolean
}

/** Returns all domains, or the one with this identifier. Throws StartFailure if the identifier is unknown. */
export async function findDomains(owner: pg.Pool | pg.ClientBase, identifier?: string): Promise<DomainRow[]> {
  const { rows } = await owner.query<DomainRow>(
    'select id, identifier, name, demo from domains where $1::text is null or identifier = $1 order by id',
    [identifier ?? null],
  )
  if (identifier !== undefined && rows.length === 0) throw new StartFailure(`There is no domain "${identifier}".`)
  return rows
}
