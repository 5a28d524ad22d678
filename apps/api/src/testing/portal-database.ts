/** The database of a test's portal, with two domains and the connections to it. */
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { openPool } from '#api/db/connection/pools.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import type { Replica } from '#api/db/replica.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type Exports, openExports } from '#api/platform/export/exports.ts'
import { openQueueConnections, type QueueConnections } from '#api/platform/jobs/queue-connections.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { createDomain } from './factories.ts'

export interface DatabaseParts {
  /** By default a copy of the template in the PostgreSQL of the run. */
  database?: TestDatabase
  /** Of each pool that calls use. By default the pools have their full size. */
  connections?: number
  /** The database through a pooler. */
  poolerUrl?: string
  replica?: Replica | undefined
  /** Like in production, the ids of both domains start at 1. */
  withEqualIds?: boolean
}

export interface PortalDatabase {
  owner: pg.Pool
  worker: pg.Pool
  pool: pg.Pool
  auditPool: pg.Pool
  exports: Exports
  queue: QueueConnections
  domainId: number
  otherDomainId: number
  /** Waits until all connections are free. */
  isIdle(): Promise<void>
  close(): Promise<void>
}

/** Connections that each pool keeps between two uses: a new one reads the catalog again, which takes longer than most tests. */
const KEPT = 3

const log = { warn: () => {} }

async function awaitIdle(pool: pg.Pool): Promise<void> {
  while (pool.idleCount < pool.totalCount) {
    await once(pool, 'release')
    await nextTurn()
  }
}

function openConnections({ database, connections, poolerUrl, replica }: DatabaseParts & { database: TestDatabase }) {
  const { ownerUrl, appUrl, workerUrl } = database
  // Tests insert thousands of rows at once, also on a slow machine.
  const owner = openPool(ownerUrl, { max: 3, keep: KEPT, statementTimeoutMs: 60_000 })
  const worker = openPool(workerUrl, { max: 8, keep: KEPT })
  const [shortUrl, pooled] = [poolerUrl ?? appUrl, poolerUrl !== undefined]
  const pool = openPool(shortUrl, { max: connections ?? 20, planOnce: true, pipelines: true, keep: KEPT, pooled })
  const auditPool = openPool(shortUrl, { max: connections ?? 2, keep: KEPT, pooled })
  const shares = connections === undefined ? undefined : { exports: connections, reports: connections }
  const exports = openExports(appUrl, shares, { replica, poolerUrl })
  const queue = openQueueConnections(worker, 2, log, KEPT)
  const pools = [owner, worker, pool, auditPool, exports.pool, exports.reportPool, queue.pool]
  return {
    ...{ owner, worker, pool, auditPool, exports, queue },
    isIdle: async () => void (await Promise.all(pools.map(awaitIdle))),
    close: async () =>
      void (await Promise.all([owner.end(), worker.end(), pool.end(), auditPool.end(), exports.close(), queue.close()])),
  }
}

/** Opens the connections and creates the domains, acme and globex. */
export async function openPortalDatabase({ withEqualIds = false, ...parts }: DatabaseParts): Promise<PortalDatabase> {
  const open = openConnections({ ...parts, database: parts.database ?? (await createTestDatabase()) })
  const domainId = await createDomain(open.owner, { identifier: 'acme', name: 'Acme Cells' })
  const other = { identifier: 'globex', name: 'Globex Cells' }
  const otherDomainId = await createDomain(open.owner, other, { withSeparateIds: !withEqualIds })
  for (const id of [domainId, otherDomainId]) await inDomain(open.owner, id, insertInitialRows)
  return { ...open, domainId, otherDomainId }
}
