/**
 * Opens the transactions of a read whose session is remembered. Each batch of its statements is a transaction, which needs no BEGIN and no
 * COMMIT. PostgreSQL refuses every change in it. docs/decisions/089-statements-in-batches.md
 */
import type pg from 'pg'
import { appendAudit } from './append-audit.ts'
import { readStatements } from './connection/read-statements.ts'
import { Db } from './db.ts'
import { type OpenTransaction, releaseLater, type SessionRow, setDomainAndActor } from './transaction.ts'

interface ReadOptions {
  /**
   * The session that the token had before. The transaction is returned at once, with this session: the first statements of the caller share
   * a round trip with the look-up. Nothing that follows from the session may leave the caller before `isConfirmed`.
   */
  expected: SessionRow
  /** Replaces the time-out of the connection, also for the look-up of the session. */
  statementTimeoutMs: number | undefined
}

const resolveSession = 'select * from resolve_session($1, $2, true)'
const setReader = `${setDomainAndActor}, set_config('transaction_read_only', 'on', true)`
const setTimeLimit = `select set_config('statement_timeout', $1, true)`

const isSame = (session: SessionRow | undefined, expected: SessionRow) => JSON.stringify(session) === JSON.stringify(expected)

/** Settings of a transaction fail only together with the statements that follow them. */
const ignore = () => {}

export async function openReadTransaction(
  pool: pg.Pool,
  domainId: number,
  tokenHash: string,
  { expected, statementTimeoutMs }: ReadOptions,
): Promise<OpenTransaction> {
  const client = await pool.connect()
  const found = Promise.withResolvers<SessionRow | undefined>()
  const owner = [String(domainId), String(expected.user_id), String(expected.impersonator_id ?? '')]
  const statements = readStatements(client, (batch, isFirst) => {
    if (statementTimeoutMs !== undefined) batch.add({ text: setTimeLimit, values: [Math.ceil(statementTimeoutMs)] }).catch(ignore)
    if (!isFirst) return void batch.add({ text: setReader, values: owner }).catch(ignore)
    const lookedUp = batch.add<pg.QueryResultRow & SessionRow>({ text: resolveSession, values: [domainId, `\\x${tokenHash}`] })
    lookedUp.then(({ rows }) => found.resolve(rows[0]), found.reject)
  })
  const confirmed = found.promise.then((session) => isSame(session, expected))
  // The statements that follow fail too.
  confirmed.catch(ignore)
  const db = new Db(client, domainId, statements.send)
  const end = async () => {
    if (await statements.end()) releaseLater(client)
    else client.release(true)
  }
  return {
    db,
    session: expected,
    isConfirmed: () => confirmed,
    async commit() {
      await end()
      // In a transaction of their own, because those of the read change nothing.
      if (db.auditEntries.length > 0) await appendAudit(pool, domainId, db.auditEntries)
    },
    rollback: end,
    abandon: () => client.release(true),
  }
}
