/**
 * Reads on a streaming replica, which are never older than their call. The transaction that looks up the session on the primary also asks
 * for the position of its log. The replica must have replayed up to it; else the primary answers. So an own change is always seen, also
 * one that another node made. docs/decisions/086-reads-on-a-replica.md.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { openPool, type PoolOptions } from './connection/pools.ts'
import { type OpenTransaction, openCopyTransaction, type SessionRow } from './transaction.ts'

/** `behind`: it had not replayed enough in time. `unavailable`: it cannot be reached or is no replica of the primary. `failed`: it ended a read. */
export type ReplicaResult = 'used' | 'behind' | 'unavailable' | 'failed'

export interface Position {
  /** Up to here, everything that was answered with success is in the log. */
  position: string
  system: string
  timeline: number
}

/** Asynchronous commits are visible before they are flushed. A replica gets what was flushed, so the flushed part is asked for if possible. */
export const POSITION = `
  select l.position::text as position, s.system_identifier::text as system,
    ('x' || left(pg_walfile_name(l.position), 8))::bit(32)::int as timeline
  from pg_control_system() s, lateral (
    select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end as position
  ) l
  where not pg_is_in_recovery()`

/** After a failover, a replica may still follow the old primary: then its log has another timeline. */
const FRESHNESS = `
  select pg_is_in_recovery() and s.system_identifier::text = $2
      and greatest(c.timeline_id, r.min_recovery_end_timeline) = $3 as is_copy,
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_fresh
  from pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r`

interface Freshness {
  is_copy: boolean
  is_fresh: boolean
}

/** Milliseconds that a call waits for the replica to replay. A replica that keeps up needs a few. */
const REPLAY_MS = 100
const ASK_AGAIN_MS = 5
/** Milliseconds for the replica to answer at all. */
const ANSWER_MS = 1000
/** Milliseconds without another try after a failure. */
const REST_MS = 5000

interface ReadOptions {
  session?: SessionRow | undefined
  statementTimeoutMs?: number | undefined
}

export interface Replica {
  /** For reports and searches, and for exports. */
  pools: Record<'read' | 'export', pg.Pool>
  /** Begins a transaction that sees everything up to the position. Undefined: the caller must read on the primary. */
  begin(
    pool: 'read' | 'export',
    domainId: number,
    position: Position,
    options?: ReadOptions,
  ): Promise<OpenTransaction | undefined>
  /** A read that had begun failed because of the replica. */
  reportFailure(error: unknown): void
  close(): Promise<void>
}

export interface ReplicaOptions extends Pick<PoolOptions, 'onError' | 'onRefused'> {
  /** Connections of each pool. */
  read: number
  exports: number
  /** Milliseconds without another try after a failure. Tests shorten it. */
  restMs?: number
  onResult?: (result: ReplicaResult) => void
  /** The replica is used no more, or again. */
  onChange?: (error: Error | undefined) => void
}

async function withinAnswerTime<T>(work: Promise<T>, giveBack: (late: T) => void): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`The replica did not answer within ${ANSWER_MS} ms`)), ANSWER_MS)
  try {
    return await Promise.race([work, late.promise])
  } catch (error) {
    work.then(giveBack, () => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Asked outside of the transaction: one that sees a snapshot takes it before its first statement runs, so the snapshot could be older than
 * the position that this statement finds.
 */
async function isFresh(client: pg.PoolClient, { position, system, timeline }: Position): Promise<boolean> {
  const until = performance.now() + REPLAY_MS
  for (;;) {
    const { rows } = await client.query<Freshness>(FRESHNESS, [position, system, timeline])
    if (!rows[0]?.is_copy) throw new Error('The server of READ_DATABASE_URL is not a replica that follows the primary')
    if (rows[0].is_fresh) return true
    if (performance.now() > until) return false
    await pause(ASK_AGAIN_MS)
  }
}

/** Undefined if the replica is behind. Throws if it cannot be used. */
async function connectFresh(pool: pg.Pool, position: Position): Promise<pg.PoolClient | undefined> {
  const client = await withinAnswerTime(pool.connect(), (late) => late.release())
  try {
    if (await withinAnswerTime(isFresh(client, position), () => {})) return client
  } catch (error) {
    client.release(error as Error)
    throw error
  }
  client.release()
  return undefined
}

export function openReplica(
  url: string,
  { read, exports, restMs = REST_MS, onResult = () => {}, onChange = () => {}, ...options }: ReplicaOptions,
): Replica {
  const replicaOptions = { ...options, allowsReplica: true }
  const pools = {
    read: openPool(url, { ...replicaOptions, max: read, planOnce: true, pipelines: true }),
    export: openPool(url, { ...replicaOptions, max: exports, statementTimeoutMs: 0, readsSnapshots: true }),
  }
  let restsUntil = Number.NEGATIVE_INFINITY
  let isDown = false
  const rest = (error: Error) => {
    restsUntil = performance.now() + restMs
    if (!isDown) onChange(error)
    isDown = true
  }
  const mayTry = () => {
    if (performance.now() < restsUntil) return false
    // One call tries, and the others do not wait for it.
    if (isDown) restsUntil = performance.now() + restMs
    return true
  }
  const tryToBegin = async (
    ...[name, domainId, position, { session, statementTimeoutMs } = {}]: Parameters<Replica['begin']>
  ) => {
    const client = await connectFresh(pools[name], position)
    if (isDown) onChange(undefined)
    isDown = false
    restsUntil = Number.NEGATIVE_INFINITY
    return client && openCopyTransaction(client, domainId, session, statementTimeoutMs)
  }
  return {
    pools,
    async begin(...given) {
      if (!mayTry()) {
        onResult('unavailable')
        return undefined
      }
      try {
        const open = await tryToBegin(...given)
        onResult(open ? 'used' : 'behind')
        return open
      } catch (error) {
        rest(error as Error)
        onResult('unavailable')
        return undefined
      }
    },
    reportFailure(error) {
      onResult('failed')
      // Work on the primary may end a single read of a replica that is well.
      if ((error as { code?: unknown }).code !== '40001') rest(error as Error)
    },
    close: async () => void (await Promise.all([pools.read.end(), pools.export.end()])),
  }
}
