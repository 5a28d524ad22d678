/** Opens and migrates the database of an installation: the embedded one, or the one of DATABASE_URL. */
import pg from 'pg'
import { withClient } from '#api/db/connection/with-client.ts'
import { databaseOf, ensureLogin, migrate, roleName, roleUrl } from '#api/db/migrate.ts'
import { findPending, SchemaMismatch } from '#api/db/migration-state.ts'
import { startCluster } from '#api/embedded-postgres/cluster.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { assertPooler } from './assert-pooler.ts'
import { assertExternalDatabase, assertOwnRole } from './external-database.ts'
import { assertSameKey, passwordOf, storeFingerprint } from './key-fingerprint.ts'
import { openAsApplication } from './open-as-application.ts'

export interface Databases {
  /** Owns the tables: for migrations, the demo and the console. Undefined if DATABASE_URL is that of the application. */
  ownerUrl?: string
  /** For calls: under row-level security, owns nothing. */
  appUrl: string
  /** For the workers: like the application, and may use the queue and delete old rows. */
  workerUrl: string
  /** For calls through a pooler. Undefined without one. */
  poolerUrl?: string | undefined
  /** The replica, for calls. Undefined without one. */
  replicaUrl?: string | undefined
  /** Resolves if the embedded PostgreSQL ends for any reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

const DATABASE = 'vialdesk'
const never = new Promise<void>(() => {})

/** With `shared`, uses the cluster of a running portal. Otherwise starts the cluster and stops it with this process. */
async function startEmbedded(dataDir: string, shared: boolean) {
  const running = shared ? findRunningCluster(dataDir) : undefined
  if (running) return { ownerUrl: running(DATABASE), ended: never, stop: async () => {} }
  const { urlOf, ended, stop } = await startCluster({ dataDir })
  try {
    await withClient(urlOf('postgres'), async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { ownerUrl: urlOf(DATABASE), ended, stop }
}

async function reachExternal(url: string) {
  await assertExternalDatabase(url)
  return { ownerUrl: url, ended: never, stop: async () => {} }
}

/**
 * Starts or connects to the database without changing it. With `shared`, it may be the database of a running portal. Throws
 * StartFailure.
 */
export const reachDatabase = (configuration: Configuration, { shared = false } = {}): Promise<OwnedDatabase> => {
  const url = ownerUrlOf(configuration)
  return url === undefined ? startEmbedded(configuration.dataDir, shared) : reachExternal(url)
}

type OwnedDatabase = Pick<Databases, 'ended' | 'stop'> & { ownerUrl: string }

/** Whether the URL logs in as the application's role of its database. */
export const isApplicationUrl = (url: string): boolean =>
  new pg.Client({ connectionString: url }).user === roleName('app', databaseOf(url))

/** Undefined for the embedded database. Throws StartFailure if only the application's URL is known. */
function ownerUrlOf({ databaseUrl, ownerDatabaseUrl }: Configuration): string | undefined {
  const url = ownerDatabaseUrl ?? databaseUrl
  if (url !== undefined && isApplicationUrl(url))
    throw new StartFailure('This needs the owner of the database: set OWNER_DATABASE_URL, as in docs/operate/install.md.')
  return url
}

/** For the terminal: name and host, never a password. `url` is undefined for the embedded database. */
export function describeDatabase(url: string | undefined, dataDir: string): string {
  if (url === undefined) return `embedded in ${dataDir}`
  const { database, host, port } = new pg.Client({ connectionString: url })
  return `${database} on ${host}:${port}`
}

async function withPooler(databases: Databases): Promise<Databases> {
  if (databases.poolerUrl !== undefined) await assertPooler(databases.poolerUrl)
  return databases
}

/**
 * Opens the database for a process that serves or runs jobs. DATABASE_URL may be the application's: then nothing is changed.
 * Otherwise it is the owner's, and the database is migrated. Throws StartFailure.
 */
export async function openDatabases(configuration: Configuration, options: { shared?: boolean } = {}): Promise<Databases> {
  const { databaseUrl, secretKey } = configuration
  const ways = otherWays(configuration)
  if (databaseUrl === undefined || !isApplicationUrl(databaseUrl))
    return withPooler({ ...(await openAsOwner({ ...configuration, ownerDatabaseUrl: undefined }, options)), ...ways })
  return withPooler({ ...(await openAsApplication(databaseUrl, secretKey)), ...ways, ended: never, stop: async () => {} })
}

/** Undefined without a replica, or without a pooler. */
export function otherWays({ readDatabaseUrl, poolerUrl, secretKey }: Configuration): Pick<Databases, 'replicaUrl' | 'poolerUrl'> {
  const asApplication = (url: string | undefined) => url && roleUrl('app', url, passwordOf('app', secretKey))
  return { replicaUrl: asApplication(readDatabaseUrl), poolerUrl: asApplication(poolerUrl) }
}

const explainMismatch = (error: unknown) =>
  error instanceof SchemaMismatch ? new StartFailure(error.message, { cause: error }) : error

/** Only reads. Throws StartFailure if the database is newer than this version, or its migrations differ. */
export async function assertKnownSchema(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, findPending).catch((error) => {
    throw explainMismatch(error)
  })
}

/**
 * Opens the database as its owner and migrates it. A database that was made with another key is refused before any change.
 * Throws StartFailure.
 */
export async function openAsOwner(
  configuration: Configuration,
  options: { shared?: boolean } = {},
): Promise<Databases & { ownerUrl: string }> {
  const { databaseUrl, secretKey } = configuration
  const { ownerUrl, ended, stop } = await reachDatabase(configuration, options)
  try {
    await assertSameKey(ownerUrl, secretKey)
    await migrate(ownerUrl)
    await storeFingerprint(ownerUrl, secretKey)
    const appUrl = await ensureLogin('app', ownerUrl, passwordOf('app', secretKey))
    const workerUrl = await ensureLogin('worker', ownerUrl, passwordOf('worker', secretKey))
    if (databaseUrl !== undefined) for (const url of [appUrl, workerUrl]) await assertOwnRole(url)
    return { ownerUrl, appUrl, workerUrl, ended, stop }
  } catch (error) {
    await stop()
    throw explainMismatch(error)
  }
}
