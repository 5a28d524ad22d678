/** Connections: `app` for all that serves people (row-level security holds it), `owner` for migrations, jobs' own tables and checks. */
import pg from 'pg'
import { wireTypes } from './wire.ts'

export interface PoolOptions {
  max?: number
  /** Milliseconds that one statement may take; longer ones are cancelled. */
  statementTimeoutMs?: number
  /** How values come; as they go on the wire, unless said otherwise. */
  types?: pg.CustomTypesConfig
  /** Plan each named statement once a connection, not for each call's values: short queries by index gain half their time. */
  planOnce?: boolean
  onError?: (error: Error) => void
}

/** How much longer than its time-out a statement is waited for. Then its connection is dead: PostgreSQL would have answered. */
const ANSWER_MS = 5000

/** The `pg` library's words for a statement without an answer. Its connection is in an unknown state: destroy it. */
export const UNANSWERED = 'Query read timeout'

export function openPool(
  url: string,
  { max = 20, statementTimeoutMs = 15_000, types = wireTypes, planOnce = false, onError = () => {} }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000${
      planOnce ? ' -c plan_cache_mode=force_generic_plan' : ''
    }`,
    connectionTimeoutMillis: 10_000,
    // Without these a connection that broke silently is noticed after about 15 minutes.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'vialdesk',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Connections to the same place for a library that brings its own queries, and expects of moments that they are dates. */
export const poolOfLibrary = ({ options }: pg.Pool, max: number): pg.Pool =>
  openPool(`${options.connectionString}`, { max, types: pg.types })
