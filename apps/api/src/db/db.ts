/**
 * `Db` is a running transaction that carries a domain (and, in a call, an actor) down to PostgreSQL's row-level security.
 * Functions take it first; there is no other way to reach a tenant's rows, and nothing works outside a transaction.
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
import { named } from './named.ts'
import type { Tables } from './types.ts'

const refuse = async () => {
  throw new Error('Db is the transaction already: it is opened and ended around the call, not inside it')
}

/** Lets Kysely speak through the one connection of the transaction. */
function driverOf(client: pg.ClientBase): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> {
      const { rows, rowCount } = await client.query(named(query.sql, query.parameters))
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('Use a cursor for long reads')
    },
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
}

/** One row of the record, before it is numbered and chained. */
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

export class Db extends Kysely<Tables> {
  readonly domainId: number
  /** What this transaction has to say to the record; written just before it commits. */
  readonly audit: AuditEntry[] = []
  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase, domainId: number) {
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOf(client),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    this.domainId = domainId
    this.#client = client
  }

  /** A hot query as plain SQL; its rows come as the wire has them. */
  async rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.#client.query(named(text, values))
    return rows
  }

  /** Puts a job on the queue; it exists when this transaction commits, and not otherwise. */
  async enqueue(task: string, data: object, options: { key?: string; runAt?: Date; attempts?: number } = {}): Promise<void> {
    await this.rows('select enqueue($1, $2, $3, $4, $5)', [
      task,
      JSON.stringify(data),
      options.key ?? null,
      options.runAt ?? null,
      options.attempts ?? 12,
    ])
  }
}
