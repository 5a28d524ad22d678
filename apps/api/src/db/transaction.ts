/** Opens and ends transactions. No other file uses BEGIN and COMMIT. */
import type pg from 'pg'
import { NO_ANSWER_MESSAGE } from './connection/pools.ts'
import { forgetOldStatements, preparedStatement } from './connection/prepared-statement.ts'
import { READ_ONLY } from './connection/primary-only.ts'
import { Db } from './db.ts'

/** The live session of a call, as `resolve_session` returns it, or the live access token (`resolve_access_token`). */
export interface SessionRow {
  session_id: number
  user_id: number
  subscription: number
  kind: 'own' | 'impersonation' | 'staff' | 'token'
  impersonator_id: number | null
  parent_id: number | null
  expires_at: string
  active: boolean
  two_step_due: boolean
  /** Only of a session: the person who acts logged in or confirmed within the last minutes. */
  recently_proved?: boolean
  /** Only of an access token: its id and the calls that it may make. */
  token_id?: number
  token_calls?: string[]
}

/** The hash of a machine's access token. A plain text is the hash of a session's token. */
export interface AccessTokenHash {
  accessToken: string
}

export interface OpenTransaction {
  db: Db
  /** Undefined without a token or without a live session for it. */
  session: SessionRow | undefined
  /**
   * Whether the database answered with `session`. Only a read that began with an expected session waits here. Throws if it did not begin.
   */
  isConfirmed(): Promise<boolean>
  /** It reads on a replica. */
  isCopy?: true
  /** Writes the audit entries, commits and releases the connection. */
  commit(): Promise<void>
  /** `cause` is the error because of which the transaction ends, if any. */
  rollback(cause?: unknown): Promise<void>
  /** Closes the connection, also while a statement runs. PostgreSQL rolls back. */
  abandon(): void
}

/** Runs `work` in a short transaction of its own and returns its result. */
export type RunInTransaction = <T>(work: (db: Db) => Promise<T>) => Promise<T>

const hex = /^[0-9a-f]{64}$/

interface BeginOptions {
  /** Replaces the time-out of the connection, also for the look-up of the session. */
  statementTimeoutMs?: number | undefined
}

const resolveSession = 'select * from resolve_session($1, $2)'
const resolveAccessToken = 'select * from resolve_access_token($1, $2)'

const beginText = (statementTimeoutMs: number | undefined) =>
  statementTimeoutMs === undefined ? 'begin' : `begin; set local statement_timeout = ${Math.ceil(statementTimeoutMs)}`

/** The server is no primary any more, so a new connection may lead to another one. */
const isReadOnly = (error: Error) => (error as { code?: unknown }).code === READ_ONLY

/** Begins, sets the domain, and finds the session. */
async function beginWith(
  client: pg.PoolClient,
  domainId: number,
  tokenHash: string | AccessTokenHash | undefined,
  statementTimeoutMs: number | undefined,
): Promise<SessionRow | undefined> {
  const begin = beginText(statementTimeoutMs)
  const [resolve, hash = ''] =
    typeof tokenHash === 'object' ? [resolveAccessToken, tokenHash.accessToken] : [resolveSession, tokenHash]
  if (!hex.test(hash)) {
    await client.query(`${begin}; select set_config('app.domain_id', '${domainId}', true) where true`)
    return undefined
  }
  const begun = client.query(begin)
  const found = client.query<SessionRow>(preparedStatement(client, resolve, [domainId, `\\x${hash}`]))
  const [, { rows }] = await Promise.all([begun, found])
  return rows[0]
}

/** Begins a transaction, sets the domain and finds the session, all in one round trip. */
export async function openTransaction(
  pool: pg.Pool,
  domainId: number,
  tokenHash?: string | AccessTokenHash,
  { statementTimeoutMs }: BeginOptions = {},
): Promise<OpenTransaction> {
  if (!Number.isSafeInteger(domainId)) throw new Error('A transaction needs a domain')
  const client = await pool.connect()
  try {
    const session = await beginWith(client, domainId, tokenHash, statementTimeoutMs)
    return end(client, new Db(client, domainId), session)
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/** Begins a transaction on a copy of the database, for a session that the primary has found. It can only read. */
export async function openCopyTransaction(
  client: pg.PoolClient,
  domainId: number,
  session: SessionRow | undefined,
  statementTimeoutMs: number | undefined,
): Promise<OpenTransaction> {
  try {
    await client.query(beginText(statementTimeoutMs))
    const db = new Db(client, domainId)
    const { user_id, impersonator_id } = session ?? {}
    await db.rows(setDomainAndActor, [String(domainId), String(user_id ?? ''), String(impersonator_id ?? '')])
    return { ...end(client, db, session), isCopy: true }
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

/**
 * Releases the connection after it has forgotten old statements. The answer does not wait for that, and a failure only closes the
 * connection: the transaction has already ended.
 */
export function releaseLater(client: pg.PoolClient): void {
  const forget = forgetOldStatements(client)
  if (forget === '') client.release()
  else
    client.query(forget).then(
      () => client.release(),
      (error) => client.release(error),
    )
}

function end(client: pg.PoolClient, db: Db, session: SessionRow | undefined): OpenTransaction {
  return {
    db,
    session,
    isConfirmed: async () => true,
    async commit() {
      try {
        // Sent together, so that the lock of `append_audit` does not wait for a round trip. After an error, COMMIT rolls back.
        const entries = db.auditEntries
        const audited = entries.length > 0 ? db.rows('select append_audit($1)', [JSON.stringify(entries)]) : undefined
        await Promise.all([audited, client.query('commit')])
      } catch (error) {
        client.release(error as Error)
        throw error
      }
      releaseLater(client)
    },
    async rollback(cause) {
      // PostgreSQL rolls back on its own when the connection ends. It would not answer another statement either.
      if (cause instanceof Error && (cause.message === NO_ANSWER_MESSAGE || isReadOnly(cause))) return client.release(cause)
      try {
        await client.query('rollback')
      } catch (error) {
        return client.release(error as Error)
      }
      releaseLater(client)
    },
    abandon: () => client.release(true),
  }
}

/** The user who acts in a transaction. */
export interface TransactionActor {
  id: number
  impersonatorId?: number | null
}

const setActor = `select set_config('app.actor_id', $1, true), set_config('app.impersonator_id', $2, true)`
export const setDomainAndActor = `
  select set_config('app.domain_id', $1, true), set_config('app.actor_id', $2, true), set_config('app.impersonator_id', $3, true)`

/**
 * Runs `work` in a transaction of a domain: for jobs, console commands, seeds and calls that use a provider. The database stores `actor`
 * in the audit, and where it writes itself who changed a row.
 */
export async function inDomain<T>(
  pool: pg.Pool,
  domainId: number,
  work: (db: Db) => Promise<T>,
  actor?: TransactionActor,
): Promise<T> {
  const { db, commit, rollback } = await openTransaction(pool, domainId)
  let result: T
  try {
    if (actor) await db.rows(setActor, [String(actor.id), String(actor.impersonatorId ?? '')])
    result = await work(db)
  } catch (error) {
    await rollback(error)
    throw error
  }
  await commit()
  return result
}

/** Runs `work` and takes it back: it is refused as it would be, and changes nothing. */
export async function rehearse(db: Db, work: () => Promise<unknown>): Promise<void> {
  const audited = db.auditEntries.length
  await db.rows('savepoint rehearsal', [])
  await work()
  await db.rows('rollback to savepoint rehearsal', [])
  db.auditEntries.length = audited
}

/** Runs `work` in one transaction for several domains, which it enters one after the other. For the console. */
export async function inTransactionOfDomains<T>(
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
    // Closing the connection rolls back uncommitted work.
    client.release(true)
  }
}
