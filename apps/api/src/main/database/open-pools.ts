/** Opens the connection pools of a process. */
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectionShares } from '#api/db/connection/connection-shares.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { openReplica, type Replica } from '#api/db/replica.ts'
import { openExports } from '#api/platform/export/exports.ts'
import type { Metrics } from '#api/platform/logging/metrics.ts'
import type { Databases } from './databases.ts'

/** Milliseconds of a statement of night work. Nobody waits for it. */
const NIGHT_STATEMENT_MS = 15_000
/** Milliseconds. A database without free connections refuses many. */
const REFUSED_LINE_EVERY_MS = 60_000

function refusalLog(log: FastifyBaseLogger): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < REFUSED_LINE_EVERY_MS) return
    last = performance.now()
    log.warn('the database has too many connections; requests wait for those of this process')
  }
}

interface Parts {
  shares: ConnectionShares
  log: FastifyBaseLogger
  metrics: Pick<Metrics, 'countReplicaRead'>
}

type Events = Record<'onError' | 'onRefused', (error?: Error) => void>

/** As many connections as reports and searches use on the primary at once. */
function openReplicaOf(url: string, { shares, log, metrics }: Parts, events: Events): Replica {
  return openReplica(url, {
    ...events,
    read: shares.report + shares.app,
    exports: shares.export,
    onResult: metrics.countReplicaRead,
    onChange: (err) =>
      err ? log.warn({ err }, 'the replica cannot be used; the primary answers') : log.info('the replica is used again'),
  })
}

export function openPools({ workerUrl, appUrl, poolerUrl, replicaUrl }: Databases, parts: Parts) {
  const { shares, log } = parts
  let closing = false
  // When PostgreSQL stops, the last connections may still be open; their errors are expected.
  const onError = (err?: Error) => {
    if (!closing) log.warn({ err }, 'lost a database connection')
  }
  const events = { onError, onRefused: refusalLog(log) }
  /** For the queue and night work. */
  const worker = openPool(workerUrl, { ...events, max: shares.worker, statementTimeoutMs: NIGHT_STATEMENT_MS })
  const short = { ...events, pooled: poolerUrl !== undefined }
  const pool = openPool(poolerUrl ?? appUrl, { ...short, max: shares.app, planOnce: true, pipelines: true, keep: 2 })
  const auditPool = openPool(poolerUrl ?? appUrl, { ...short, max: shares.audit, keep: 1 })
  /** Undefined: the primary answers all calls. */
  const replica = replicaUrl === undefined ? undefined : openReplicaOf(replicaUrl, parts, events)
  const exports = openExports(appUrl, { exports: shares.export, reports: shares.report }, { ...events, replica, poolerUrl })
  return {
    ...{ worker, pool, auditPool, exports, replica },
    close() {
      closing = true
      return Promise.allSettled([worker.end(), pool.end(), auditPool.end(), exports.close(), replica?.close()])
    },
  }
}
