/** Opening and ending transactions: the only place that says BEGIN and COMMIT. */
import type pg from 'pg'
import { Db } from './db.ts'
import { UNANSWERED } from './pools.ts'

/** What a live session says of who is calling. */
export interface Entered {
  session_id: number
  user_id: number
  subscription: number
  kind: 'own' | 'impersonation' | 'staff'
  impersonator_id: number | null
  parent_id: number | null
  expires_at: string
  active: boolean
  two_step_due: boolean
}

export interface OpenTransaction {
  db: Db
  /** Undefined without a token or with a dead one. */
  entered: Entered | undefined
  /** Writes the record, commits and gives the connection back. */
  commit(): Promise<void>
  /** `cause` is the error that ends the transaction, if there is one. */
  rollback(cause?: unknown): Promise<void>
}

/** Runs `work` in a short transaction of its own and answers what it answers. */
export type Transact = <T>(work: (db: Db) => Promise<T>) => Promise<T>

const hex = /^[0-9a-f]{64}$/

/**
 * Begins, sets the domain and looks the session up, all in one round trip. `statementTimeoutMs` replaces the connection's own time-out,
 * for the look-up, too.
 */
export async function openTransaction(
  pool: pg.Pool,
  domainId: number,
  tokenHash?: string,
  statementTimeoutMs?: number,
): Promise<OpenTransaction> {
  if (!Number.isSafeInteger(domainId)) throw new Error('A transaction needs a domain')
  const client = await pool.connect()
  try {
    // All values are checked to be digits; several statements in one trip can not take parameters.
    const known = tokenHash !== undefined && hex.test(tokenHash)
    const begin =
      statementTimeoutMs === undefined ? 'begin' : `begin; set local statement_timeout = ${Math.ceil(statementTimeoutMs)}`
    const text = known
      ? `${begin}; select * from resolve_session(${domainId}, '\\x${tokenHash}')`
      : `${begin}; select set_config('app.domain_id', '${domainId}', true) where true`
    const results = (await client.query(text)) as unknown as pg.QueryResult[]
    const entered = known ? (results.at(-1)?.rows[0] as Entered | undefined) : undefined
    return end(client, new Db(client, domainId), entered)
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

function end(client: pg.PoolClient, db: Db, entered: Entered | undefined): OpenTransaction {
  return {
    db,
    entered,
    async commit() {
      try {
        if (db.audit.length > 0) await db.rows('select append_audit($1)', [JSON.stringify(db.audit)])
        await client.query('commit')
        client.release()
      } catch (error) {
        client.release(error as Error)
        throw error
      }
    },
    async rollback(cause) {
      // PostgreSQL rolls back by itself; a further statement would not be answered either.
      if (cause instanceof Error && cause.message === UNANSWERED) return client.release(cause)
      try {
        await client.query('rollback')
        client.release()
      } catch (error) {
        client.release(error as Error)
      }
    },
  }
}

/**
 * Runs `work` in a transaction of a domain: for jobs, commands of the console, seeds and calls that wait for a provider.
 * `actorId` is for what the database itself notes of who changed a row.
 */
export async function inDomain<T>(pool: pg.Pool, domainId: number, work: (db: Db) => Promise<T>, actorId?: number): Promise<T> {
  const { db, commit, rollback } = await openTransaction(pool, domainId)
  let result: T
  try {
    if (actorId !== undefined) await db.rows(`select set_config('app.actor_id', $1, true)`, [String(actorId)])
    result = await work(db)
  } catch (error) {
    await rollback(error)
    throw error
  }
  await commit()
  return result
}

/** Runs `work` in one transaction of several domains, which it enters one after the other: for the console. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, enter: (domainId: number) => Promise<Db>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client, async (domainId) => {
      await client.query(`select set_config('app.domain_id', $1, true)`, [String(domainId)])
      return new Db(client, domainId)
    })
    await client.query('commit')
    return result
  } finally {
    // Uncommitted work ends with its connection.
    client.release(true)
  }
}
