/** Connections: `app` for all that serves people (row-level security holds it), `owner` for migrations, jobs' own tables and checks. */
import pg from 'pg'
import { wireTypes } from './wire.ts'

export interface PoolOptions {
  max?: number
  /** Milliseconds that one statement may take; longer ones are cancelled. */
  statementTimeoutMs?: number
  onError?: (error: Error) => void
}

export function openPool(url: string, { max = 20, statementTimeoutMs = 15_000, onError = () => {} }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: wireTypes,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeoutMs} -c idle_in_transaction_session_timeout=60000`,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'vialdesk',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}
