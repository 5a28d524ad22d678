/** Opens and migrates the database of an installation: the embedded one, or the one of DATABASE_URL. */
import pg from 'pg'
import { withClient } from '#api/db/connection/with-client.ts'
import { ensureAppLogin, migrate } from '#api/db/migrate.ts'
import { startCluster } from '#api/embedded-postgres/cluster.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { assertExternalDatabase, assertOwnRole } from './external-database.ts'
import { appPassword, assertSameKey, storeFingerprint } from './key-fingerprint.ts'

export interface Databases {
  /** Owns the tables: for migrations, the job queue and the console. */
  ownerUrl: string
  /** For the application: under row-level security, owns nothing. */
  appUrl: string
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
export const reachDatabase = (
  { dataDir, databaseUrl }: Configuration,
  { shared = false } = {},
): Promise<Omit<Databases, 'appUrl'>> => (databaseUrl === undefined ? startEmbedded(dataDir, shared) : reachExternal(databaseUrl))

/** For the terminal: name and host, never a password. */
export function describeDatabase({ dataDir, databaseUrl }: Configuration): string {
  if (databaseUrl === undefined) return `embedded in ${dataDir}`
  const { database, host, port } = new pg.Client({ connectionString: databaseUrl })
  return `${database} on ${host}:${port}`
}

/**
 * Opens the database and migrates it. A database that was made with another key is refused before any change. Throws
 * StartFailure.
 */
export async function openDatabases(configuration: Configuration, options: { shared?: boolean } = {}): Promise<Databases> {
  const { databaseUrl, secretKey } = configuration
  const { ownerUrl, ended, stop } = await reachDatabase(configuration, options)
  try {
    await assertSameKey(ownerUrl, secretKey)
    await migrate(ownerUrl)
    await storeFingerprint(ownerUrl, secretKey)
    const appUrl = await ensureAppLogin(ownerUrl, appPassword(secretKey))
    if (databaseUrl !== undefined) await assertOwnRole(appUrl)
    return { ownerUrl, appUrl, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
