/** A PostgreSQL of its own for tests that suspend or change it: that of the run is used by all other tests. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureLogin } from '#api/db/migrate.ts'
import { startCluster } from '#api/embedded-postgres/cluster.ts'
import type { TestDatabase } from './database.ts'
import { copyPreparedData } from './prepared-data.ts'
import { signalPostgres } from './signal-postgres.ts'

export interface OwnCluster {
  /** The data folder: the cluster is in its subfolder `postgres`. */
  dataDir: string
  /** The superuser's URL. */
  urlOf(database: string): string
  /** The migrated database `vialdesk`, without domains. */
  database: TestDatabase
  /** Suspends all its processes: it accepts connections and answers nothing. */
  suspend(): void
  resume(): void
  stop(): Promise<void>
}

export async function startOwnCluster(): Promise<OwnCluster> {
  const { dataDir, remove } = copyPreparedData('vialdesk-own-cluster')
  const cluster = await startCluster({ dataDir, durable: false })
  const postmaster = Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => signalPostgres(postmaster, name)
  const ownerUrl = cluster.urlOf('vialdesk')
  return {
    dataDir,
    urlOf: cluster.urlOf,
    database: {
      ownerUrl,
      appUrl: await ensureLogin('app', ownerUrl, 'of the application'),
      workerUrl: await ensureLogin('worker', ownerUrl, 'of the workers'),
    },
    suspend: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async stop() {
      signal('SIGCONT')
      try {
        await cluster.stop()
      } finally {
        remove()
      }
    },
  }
}
