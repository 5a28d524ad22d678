/**
 * `Db` is a running transaction of a domain (and, in a call, of an actor), which PostgreSQL's row-level security reads.
 * Functions take it as first parameter. There is no other way to read or write a domain's rows.
 */
import {
  type DatabaseConnection,
  type Driver,
  type ExpressionBuilder,
  type Insertable,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Selectable,
  type Updateable,
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

/** The tables whose rows belong to a domain. */
type DomainTable = { [T in keyof Tables]: Tables[T] extends { domain_id: unknown } ? T : never }[keyof Tables]
/** Values that name rows: each column has the value, or is null. */
type Key<T extends DomainTable> = Partial<Selectable<Tables[T]>>

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

  /** Adds a row of this domain. */
  async insertRow<T extends DomainTable>(table: T, values: Omit<Insertable<Tables[T]>, 'domain_id'>): Promise<void> {
    await this.insertInto(table)
      .values({ ...values, domain_id: this.domainId } as never)
      .execute()
  }

  /** Changes the rows of this domain that the key names. */
  async updateRows<T extends DomainTable>(table: T, key: Key<T>, values: Updateable<Tables[T]>): Promise<void> {
    await this.updateTable(table as 'users')
      .set(values as object)
      .where(this.#named(key))
      .execute()
  }

  /** Removes the rows of this domain that the key names. */
  async deleteRows<T extends DomainTable>(table: T, key: Key<T>): Promise<void> {
    await this.deleteFrom(table as 'users')
      .where(this.#named(key))
      .execute()
  }

  /** Some columns of the row of this domain that the key names. */
  findRow<T extends DomainTable, C extends keyof Selectable<Tables[T]> & string>(
    table: T,
    columns: readonly C[],
    key: Key<T>,
  ): Promise<Pick<Selectable<Tables[T]>, C> | undefined> {
    const row = this.selectFrom(table as 'users')
      .select(columns as never)
      .where(this.#named(key))
      .executeTakeFirst()
    return row as Promise<never>
  }

  /** The row of this domain that the key names, locked until the end of the transaction. Rows that refer to it may still be added. */
  lockRow<T extends DomainTable>(table: T, key: Key<T>): Promise<Selectable<Tables[T]> | undefined> {
    const row = this.selectFrom(table as 'users')
      .selectAll()
      .where(this.#named(key))
      .forNoKeyUpdate()
      .executeTakeFirst()
    return row as Promise<never>
  }

  #named(key: object) {
    return ({ and, eb }: ExpressionBuilder<Tables, 'users'>) =>
      and([
        eb('domain_id', '=', this.domainId),
        ...Object.entries(key).map(([column, value]) => eb(column as 'id', value === null ? 'is' : '=', value as number)),
      ])
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
