/**
 * `Db` is a running transaction of a domain (and, in a call, of an actor), which PostgreSQL's row-level security reads.
 * Functions take it as first parameter. There is no other way to read or write a domain's rows.
 */
import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { preparedStatement } from './connection/prepared-statement.ts'
import type { Send } from './connection/statement-batch.ts'
import { originOfJobs } from './origin.ts'
import type { Tables } from './types.ts'

const refuseTransaction = async () => {
  throw new Error('Db is already a transaction. Open and end it outside of the function that uses it.')
}

const sendAtOnce =
  (client: pg.ClientBase): Send =>
  ({ text, values }) =>
    client.query(preparedStatement(client, text, values))

/** Runs Kysely's queries on the connection of the transaction. */
function driverOf(send: Send): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> {
      const { rows, rowCount } = await send({ text: query.sql, values: query.parameters })
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('Streams are not supported')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

/** A row of the audit log before the database adds number, time and hash. The keys are columns of `audit_log`. */
export interface AuditEntry {
  type: string
  actor_id: number | null
  impersonator_id: number | null
  subject_id: number | null
  patient_id: number | null
  before?: unknown
  after?: unknown
  ip: string | null
  request_id: string | null
}

const ENQUEUE = `
  select enqueue($3, $4, $5, $6, $7)
  from set_config('app.request_id', $1, true) id, set_config('app.traceparent', $2, true) trace`

export class Db extends Kysely<Tables> {
  readonly domainId: number
  /** The audit entries of this transaction. They are written just before the commit. */
  readonly auditEntries: AuditEntry[] = []
  readonly #send: Send

  constructor(client: pg.ClientBase, domainId: number, send = sendAtOnce(client)) {
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOf(send),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    this.domainId = domainId
    this.#send = send
  }

  /** Runs a plain SQL query. The values of its rows are ready for JSON. */
  async rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.#send({ text, values })
    return rows as Row[]
  }

  /** Queues a job. The job exists only if this transaction commits. */
  async enqueue(task: string, data: object, options: { key?: string; runAt?: Date; attempts?: number } = {}): Promise<void> {
    await this.rows(ENQUEUE, [
      ...originOfJobs(),
      task,
      JSON.stringify(data),
      options.key ?? null,
      options.runAt ?? null,
      options.attempts ?? 12,
    ])
  }
}
