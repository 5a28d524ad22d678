/** Connection pools: `app` for calls, under row-level security; `owner` for migrations, the queue's tables and checks. */
import pg from 'pg'
import { limitWaits } from './database-silence.ts'
import { sendWithoutNames } from './prepared-statement.ts'
import { CONNECT_MS, openWaitingPool } from './refused-connections.ts'
import { jsonTypeParsers } from './type-parsers.ts'

export interface PoolOptions {
  max?: number
  /** PostgreSQL cancels a statement that takes longer. 0 means no limit. Shorter than the time that a request waits without an answer. */
  statementTimeoutMs?: number
  /** How values are parsed. By default as in JSON. */
  typeParsers?: pg.CustomTypesConfig
  /** Plan each named statement once per connection and not for the values of each call. This halves the time of short queries. */
  planOnce?: boolean
  /** Transactions only read, and see one state of the database from their first statement to their end. */
  readsSnapshots?: boolean
  /** Statements are sent without waiting for the answers to earlier ones. Excludes COPY. */
  pipelines?: boolean
  /** Connections that stay open without work. The others are given back after a second, because other pools and processes may need them. */
  keep?: number
  /**
   * The URL leads to a pooler in transaction mode, which refuses settings of a connection and gives each transaction another one. The
   * settings are those of the role (`POOLED_SETTINGS`), and no statement has a name.
   */
  pooled?: boolean
  /** The server may be a replica. Otherwise a connection to one is refused. */
  allowsReplica?: boolean
  onError?: (error: Error) => void
  /** PostgreSQL has too many connections, so callers wait for those of the pool. */
  onRefused?: () => void
}

/** Milliseconds of a statement, unless its pool has another limit. */
export const STATEMENT_MS = 10_000

/** Milliseconds that a transaction may stay open without a statement. */
const IDLE_MS = 60_000

/** Defaults of the application's role, for its connections through a pooler. The others get them when they connect. */
export const POOLED_SETTINGS = {
  timezone: 'UTC',
  statement_timeout: `${STATEMENT_MS}`,
  idle_in_transaction_session_timeout: `${IDLE_MS}`,
}

/** Milliseconds after a statement's time-out. Without an answer until then the connection is dead: PostgreSQL would have answered. */
const ANSWER_MS = 5000

/** PostgreSQL also looks every second whether the connection was closed, so that it ends a long statement that nobody waits for. */
const SNAPSHOTS =
  ' -c default_transaction_isolation=repeatable\\ read -c default_transaction_read_only=on -c client_connection_check_interval=1000'

/** The message of the `pg` library for a statement without an answer. The state of its connection is unknown, so destroy it. */
export const NO_ANSWER_MESSAGE = 'Query read timeout'

export function openPool(
  url: string,
  {
    max = 20,
    statementTimeoutMs = STATEMENT_MS,
    typeParsers = jsonTypeParsers,
    planOnce = false,
    readsSnapshots = false,
    pipelines = false,
    keep = 0,
    pooled = false,
    allowsReplica = false,
    onError = () => {},
    onRefused = () => {},
  }: PoolOptions = {},
): pg.Pool {
  const pool = openWaitingPool({
    connectionString: url,
    // The library takes 0 as its default.
    max: Math.max(1, max),
    min: keep,
    onRefused,
    allowsReplica,
    types: typeParsers,
    pipeline: pipelines,
    ...(!pooled && {
      options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=${IDLE_MS}${
        planOnce ? ' -c plan_cache_mode=force_generic_plan' : ''
      }${readsSnapshots ? SNAPSHOTS : ''}`,
    }),
    connectionTimeoutMillis: CONNECT_MS,
    // Without keep-alive a silently broken connection is noticed only after about 15 minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_MS,
    // Much shorter than a caller waits for a connection: another process that was refused may need several of them, one after the other.
    idleTimeoutMillis: 1000,
    application_name: 'vialdesk',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  if (pooled) pool.on('connect', sendWithoutNames)
  limitWaits(pool, { statements: statementTimeoutMs > 0 })
  return pool
}

/** A pool to the same database for a library with its own queries, which expects the default types, such as Date. */
export const openLibraryPool = ({ options }: pg.Pool, size: Pick<PoolOptions, 'max' | 'keep'>): pg.Pool =>
  openPool(`${options.connectionString}`, { ...size, typeParsers: pg.types })
