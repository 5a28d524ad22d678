/** What commands of the console share. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type pg from 'pg'
import { openPool } from '#api/db/pools.ts'
import { describeDatabase, openDatabases } from '#api/main/databases.ts'
import { type Configuration, readConfiguration } from '#api/platform/configuration.ts'
import { openDataFolder } from '#api/platform/data-folder.ts'
import { addressOf, findDomainById } from '#api/platform/domains.ts'
import { StartFailure } from '#api/platform/start-failure.ts'

export type Command = (args: string[], usage: string) => Promise<void>

/** Reads `--name value` options and words. Throws StartFailure with the usage when they do not fit. */
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

/** A whole number above zero, or the usage. */
export function readCount(text: string, usage: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new StartFailure(`Usage: npm run portal -- ${usage}`)
}

export interface Opened {
  configuration: Configuration
  ownerUrl: string
  /** Owns the tables; statements may take as long as they need. */
  owner: pg.Pool
}

/** The configuration, and a line on the terminal about the database that it leads to: a missing DATABASE_URL is easily overlooked. */
export function readForConsole(): Configuration {
  const configuration = readConfiguration(process.env)
  console.error(`Database: ${describeDatabase(configuration)}`)
  return configuration
}

/** Runs the work on the installation's database; the embedded one is started for it when no portal runs. */
export async function onDatabase<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
  const configuration = readForConsole()
  openDataFolder(configuration.dataDir)
  const databases = await openDatabases(configuration, { beside: true })
  const owner = openPool(databases.ownerUrl, { max: 4, statementTimeoutMs: 0 })
  try {
    return await work({ configuration, ownerUrl: databases.ownerUrl, owner })
  } finally {
    await owner.end()
    await databases.stop()
  }
}

/** The one-use link at which an admin sets a password, for the terminal. */
export async function sayPasswordLink(
  { owner, configuration }: Opened,
  { domainId, email, token }: { domainId: number; email: string; token: string },
): Promise<void> {
  const address = addressOf(await findDomainById(owner, domainId), configuration.publicUrl)
  console.log(`${email} sets a password within 7 days at\n${address}/set-password#${token}`)
}

export interface DomainRow {
  id: number
  identifier: string
  name: string
  demo: boolean
}

/** All domains, or the one named. Throws StartFailure when there is none of that name. */
export async function findDomains(owner: pg.Pool | pg.ClientBase, identifier?: string): Promise<DomainRow[]> {
  const { rows } = await owner.query<DomainRow>(
    'select id, identifier, name, demo from domains where $1::text is null or identifier = $1 order by id',
    [identifier ?? null],
  )
  if (identifier !== undefined && rows.length === 0) throw new StartFailure(`There is no domain "${identifier}".`)
  return rows
}
