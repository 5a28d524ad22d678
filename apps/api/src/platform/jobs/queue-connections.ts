/**
 * Database connections for the queue library. graphile-worker 0.18 does not await the two statements that end a job
 * (worker.ts calls completeJob and failJob without await). When one failed, its promise was rejected without a handler, and
 * Node ended the process. Here these statements are repeated until they succeed. That is safe: a second one finds the job
 * gone or unlocked. A failed query for the next job returns no job: otherwise a stopping worker would print the error
 * outside our log. The statement that unlocks long-locked jobs fails silently too: the library would repeat it up to 100
 * times and stop only after that. Every other statement fails as usual. The library handles its failure but does not repeat
 * it, so the whole run is replaced.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openLibraryPool } from '#api/db/connection/pools.ts'
import { backoffMs } from '#api/platform/kernel/backoff.ts'

/** The library's names of the prepared statements that it does not await. */
const ENDS_A_JOB = /^(complete|fail)_job/
const MAY_RETURN_NOTHING = /^(get_job|clear_stale_locks)/
/** The library repeats statements that fail with these codes, with uninterruptible waits of minutes. */
const REPEATED_FOR_LONG = ['57P03', 'ETIMEDOUT', 'EHOSTUNREACH']
const NOTHING = { rows: [], rowCount: 0 }

export function openQueueConnections(workerPool: pg.Pool, max: number, log: Pick<FastifyBaseLogger, 'warn'>, keep = 0) {
  const pool = openLibraryPool(workerPool, { max, keep })
  const broken = Promise.withResolvers<void>()
  const retrying = new AbortController()
  const repeated = new Set<Promise<unknown>>()
  const { signal } = retrying

  async function retryUntilDone(statement: pg.QueryConfig): Promise<unknown> {
    for (let failures = 0; ; failures++) {
      try {
        return await pool.query(statement)
      } catch (err) {
        broken.resolve()
        if (signal.aborted) return NOTHING
        log.warn({ err, statement: statement.name }, 'could not write the end of a job; retrying')
      }
      await pause(backoffMs(failures), undefined, { signal }).catch(() => {})
    }
  }
  async function tryOnce(statement: pg.QueryConfig): Promise<unknown> {
    try {
      return await pool.query(statement)
    } catch (error) {
      broken.resolve()
      if (MAY_RETURN_NOTHING.test(statement.name ?? '')) return NOTHING
      const { code, message } = error as { code?: string; message: string }
      throw REPEATED_FOR_LONG.includes(code ?? '') ? new Error(message, { cause: error }) : error
    }
  }
  const query = (statement: string | pg.QueryConfig) => {
    const config = typeof statement === 'string' ? { text: statement } : statement
    if (!ENDS_A_JOB.test(config.name ?? '')) return tryOnce(config)
    const work = retryUntilDone(config).finally(() => repeated.delete(work))
    repeated.add(work)
    return work
  }
  const client = { query, release: () => {} } as unknown as pg.PoolClient
  const connect = pool.connect.bind(pool)
  type Done = Parameters<typeof connect>[0]
  // The library passes a callback when it listens for jobs, and so does the pool's own `query`. Both need a real connection.
  pool.connect = ((done?: Done) => (done ? connect(done) : Promise.resolve(client))) as typeof pool.connect

  /** Waits until the end of every job is written. */
  const written = async () => void (await Promise.all(repeated))
  return {
    pool,
    /** Resolves when a statement has failed for the first time. */
    broken: broken.promise,
    /** From now on, failed statements are not repeated. */
    stopRetrying: () => retrying.abort(),
    written,
    async close() {
      await written()
      await pool.end()
    },
  }
}
export type QueueConnections = ReturnType<typeof openQueueConnections>
