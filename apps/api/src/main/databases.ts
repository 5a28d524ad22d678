/** The database of an installation, ready to be used: the embedded one or the one of DATABASE_URL, migrated. */
import { createHmac } from 'node:crypto'
import { ensureAppLogin, migrate } from '#api/db/migrate.ts'
import { withClient } from '#api/db/with-client.ts'
import { findRunningCluster } from '#api/platform/cluster/running.ts'
import { startCluster } from '#api/platform/cluster.ts'
import type { Configuration } from '#api/platform/configuration.ts'
import { expectGivenDatabase, expectOwnRole } from './given-database.ts'

export interface Databases {
  /** Owns the tables: for migrations, the queue and the console. */
  ownerUrl: string
  /** The application: under row-level security, owning nothing. */
  appUrl: string
  /** Resolves if the embedded PostgreSQL ends, whoever ended it. */
  ended: Promise<void>
  stop(): Promise<void>
}

const DATABASE = 'vialdesk'
const never = new Promise<void>(() => {})

/** Beside a running portal its cluster is used; otherwise it is started, and stopped again with this process. */
async function startEmbedded(dataDir: string, beside: boolean) {
  const running = beside ? findRunningCluster(dataDir) : undefined
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

async function reachGiven(url: string) {
  await expectGivenDatabase(url)
  return { ownerUrl: url, ended: never, stop: async () => {} }
}

/** Every process of an installation comes to the same password, without keeping it anywhere. */
const appPassword = (secretKey: string) => createHmac('sha256', secretKey).update('log-in of the application').digest('base64url')

/**
 * Starts or reaches the database and brings it to the newest schema; `beside` a running portal it may be that one's.
 * Throws StartFailure with one sentence.
 */
export async function openDatabases(
  { dataDir, databaseUrl, secretKey }: Configuration,
  { beside = false } = {},
): Promise<Databases> {
  const { ownerUrl, ended, stop } =
    databaseUrl === undefined ? await startEmbedded(dataDir, beside) : await reachGiven(databaseUrl)
  try {
    await migrate(ownerUrl)
    const appUrl = await ensureAppLogin(ownerUrl, appPassword(secretKey))
    if (databaseUrl !== undefined) await expectOwnRole(appUrl)
    return { ownerUrl, appUrl, ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
