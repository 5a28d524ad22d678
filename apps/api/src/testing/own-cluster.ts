/** A PostgreSQL of its own for tests that suspend it: that of the run is used by all other tests. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withClient } from '#api/db/connection/with-client.ts'
import { ensureLogin, migrate } from '#api/db/migrate.ts'
import { startCluster } from '#api/embedded-postgres/cluster.ts'
import type { TestDatabase } from './database.ts'
import { signalPostgres } from './signal-postgres.ts'

export interface OwnCluster {
  /** The data folder: the cluster is in its subfolder `postgres`. */
  dataDir: string
  /** The superuser's URL. */
  urlOf(database: string): string
  /** Creates an empty database and returns the URL of its owner. */
  createDatabase(name: string): Promise<string>
  /** Suspends all its processes: it accepts connections and answers nothing. */
  suspend(): void
  resume(): void
  stop(): Promise<void>
}

export async function startOwnCluster(): Promise<OwnCluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-own-cluster-'))
  const dataDir = path.join(folder, 'data')
  const cluster = await startCluster({ dataDir, durable: false })
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => signalPostgres(postmaster, name)
  return {
    dataDir,
    urlOf: cluster.urlOf,
    async createDatabase(name) {
      await withClient(cluster.urlOf('postgres'), (client) => client.query(`create database ${name}`))
      return cluster.urlOf(name)
    },
    suspend: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop() {
      signal('SIGCONT')
      try {
        await cluster.stop()
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

/** A migrated database of the cluster. */
export async function createDatabaseIn(cluster: OwnCluster): Promise<TestDatabase> {
  const ownerUrl = await cluster.createDatabase('vialdesk')
  await migrate(ownerUrl)
  return {
    ownerUrl,
    appUrl: await ensureLogin('app', ownerUrl, 'of the application'),
    workerUrl: await ensureLogin('worker', ownerUrl, 'of the workers'),
  }
}
