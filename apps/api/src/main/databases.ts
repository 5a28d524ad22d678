/** The database of an installation, ready to be used: the embedded one or the one of DATABASE_URL, migrated. */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { ensureAppLogin, migrate } from '#api/db/migrate.ts'
import { findRunningCluster } from '#api/platform/cluster/running.ts'
import { startCluster } from '#api/platform/cluster.ts'
import type { Configuration } from '#api/platform/configuration.ts'
import { StartFailure } from '#api/platform/start-failure.ts'

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
const OLDEST = 15
const never = new Promise<void>(() => {})

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

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
  let version: string
  try {
    version = await withClient(
      url,
      async (client) => (await client.query<{ v: string }>(`select current_setting('server_version_num') as v`)).rows[0]?.v ?? '',
    )
  } catch (error) {
    throw new StartFailure(
      `The database of DATABASE_URL cannot be reached: ${(error as Error).message || (error as { code?: string }).code}.`,
      { cause: error },
    )
  }
  if (Number(version) < OLDEST * 10_000)
    throw new StartFailure(
      `The database of DATABASE_URL is PostgreSQL ${Math.floor(Number(version) / 10_000)}: it must be ${OLDEST} or newer.`,
    )
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
    return { ownerUrl, appUrl: await ensureAppLogin(ownerUrl, appPassword(secretKey)), ended, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
