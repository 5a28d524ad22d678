/**
 * `Db` is a running transaction of a domain (and, in a call, of an actor), which PostgreSQL's row-level security reads.
 * Functions take it as first parameter. There is no other way to read or write a domain's rows.
 */
import {
  type DatabaseConnection,
  type Driver,
  type Expression,
  type ExpressionBuilder,
  type InsertObject,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type Selectable,
  type SqlBool,
  type UpdateObject,
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

/** The request that caused something. */
export interface RequestOrigin {
  ip: string | null
  requestId: string | null
}

/** Who acts in a transaction, for the audit. A guest, a job and the console have no actor. */
export interface AuditActor extends RequestOrigin {
  actor?: {
    id: number
    kind: 'own' | 'impersonation' | 'staff' | 'token'
    impersonatorId: number | null
    accessToken?: { id: number } | undefined
  }
}

/** The portal itself: jobs and console commands have no user and no request. */
export const SYSTEM_ACTOR: AuditActor = { ip: null, requestId: null }

/** The tables whose rows belong to a domain. */
type DomainTable = { [T in keyof Tables]: Tables[T] extends { domain_id: unknown } ? T : never }[keyof Tables]
type NewRow<T extends DomainTable> = Omit<InsertObject<Tables, T>, 'domain_id'>
type Row<T extends DomainTable> = Selectable<Tables[T]>
type IdOf<T extends DomainTable> = Row<T> extends { id: infer Id } ? Id : never
/** Names rows: each of these columns has this value, or one of these values. Null means `is null`, and an empty array names no row. */
type Key<T extends DomainTable> = { [Column in keyof Row<T>]?: Row<T>[Column] | readonly Row<T>[Column][] }

/** A further condition, such as what a viewer sees. */
type Condition = Expression<SqlBool> | ((row: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>)

const ENQUEUE = `
  select enqueue($3, $4, $5, $6, $7)
  from set_config('app.request_id', $1, true) id, set_config('app.traceparent', $2, true) trace`

export class Db extends Kysely<Tables> {
  readonly domainId: number
  /** The audit entries of this transaction. They are written just before the commit. */
  readonly auditEntries: AuditEntry[]
  /** Who acts. A call sets its caller. */
  auditActor = SYSTEM_ACTOR
  readonly #client: pg.ClientBase
  readonly #send: Send

  constructor(client: pg.ClientBase, domainId: number, send = sendAtOnce(client), auditEntries: AuditEntry[] = []) {
    super({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOf(send),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    this.domainId = domainId
    this.auditEntries = auditEntries
    this.#client = client
    this.#send = send
  }

  /** The same transaction, in which another one acts: the holder of a link, or the portal itself. */
  as(auditActor: AuditActor): Db {
    const db = new Db(this.#client, this.domainId, this.#send, this.auditEntries)
    db.auditActor = auditActor
    return db
  }

  /** Runs a plain SQL query. The values of its rows are ready for JSON. */
  async rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.#send({ text, values })
    return rows as Row[]
  }

  /** Adds a row of this domain. */
  async insertRow<T extends DomainTable>(table: T, values: NewRow<T>): Promise<void> {
    await this.#insert(table, values).execute()
  }

  /** Adds rows of this domain. */
  async insertRows<T extends DomainTable>(table: T, rows: readonly NewRow<T>[]): Promise<void> {
    if (rows.length > 0) await this.#insert(table, ...rows).execute()
  }

  /** Adds a row of this domain, whose id the database chooses. */
  async insertWithId<T extends DomainTable>(table: T, values: NewRow<T>): Promise<{ id: IdOf<T> }> {
    return (await this.#insert(table, values).returning('id').executeTakeFirstOrThrow()) as { id: IdOf<T> }
  }

  /** Adds a row of this domain unless there is one with its key. Answers whether it is new. */
  async insertOnce<T extends DomainTable>(table: T, values: NewRow<T>): Promise<boolean> {
    const added = await this.#insert(table, values)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return added.numInsertedOrUpdatedRows === 1n
  }

  /** Adds a row of this domain, or gives the values to the row that the key names. */
  async saveRow<T extends DomainTable>(table: T, key: Partial<NewRow<T>>, values: Partial<NewRow<T>>): Promise<void> {
    const columns = ['domain_id', ...Object.keys(key)] as 'id'[]
    await this.#insert(table, { ...key, ...values })
      .onConflict((conflict) => conflict.columns(columns).doUpdateSet(values as object))
      .execute()
  }

  #insert(table: DomainTable, ...rows: object[]) {
    return this.insertInto(table as 'users').values(rows.map((row) => ({ domain_id: this.domainId, ...row })) as never)
  }

  /** Changes the rows of this domain that the key names. */
  async updateRows<T extends DomainTable>(table: T, key: Key<T>, values: UpdateObject<Tables, T>): Promise<void> {
    await this.#update(table, key, values).execute()
  }

  /** Like `updateRows`; answers these columns of the rows that changed. */
  async changeRows<T extends DomainTable, Column extends keyof Row<T> & string>(
    table: T,
    key: Key<T>,
    values: UpdateObject<Tables, T>,
    columns: readonly Column[],
    more?: Condition,
  ): Promise<Pick<Row<T>, Column>[]> {
    const changed = this.#update(table, key, values).returning(columns as readonly 'id'[])
    return (await (more ? changed.where(more as Expression<SqlBool>) : changed).execute()) as Row<T>[]
  }

  #update(table: DomainTable, key: object, values: object) {
    const changed = this.updateTable(table as 'users').set(values)
    return changed.where(this.#named(key))
  }

  /** Removes the rows of this domain that the key names. */
  async deleteRows<T extends DomainTable>(table: T, key: Key<T>): Promise<void> {
    const removed = this.deleteFrom(table as 'users')
    await removed.where(this.#named(key)).execute()
  }

  /** These columns of the row of this domain that the key names. */
  async findRow<T extends DomainTable, Column extends keyof Row<T> & string>(
    table: T,
    columns: readonly Column[],
    key: Key<T>,
    more?: Condition,
  ): Promise<Pick<Row<T>, Column> | undefined> {
    return (await this.#select(table, columns, key, more).executeTakeFirst()) as Row<T> | undefined
  }

  /** Like `findRow`, of a row that must exist. */
  async getRow<T extends DomainTable, Column extends keyof Row<T> & string>(
    table: T,
    columns: readonly Column[],
    key: Key<T>,
  ): Promise<Pick<Row<T>, Column>> {
    return (await this.#select(table, columns, key).executeTakeFirstOrThrow()) as Row<T>
  }

  /** Like `findRow`, of all rows that the key names. */
  async findRows<T extends DomainTable, Column extends keyof Row<T> & string>(
    table: T,
    columns: readonly Column[],
    key: Key<T>,
    more?: Condition,
  ): Promise<Pick<Row<T>, Column>[]> {
    return (await this.#select(table, columns, key, more).execute()) as Row<T>[]
  }

  #select(table: DomainTable, columns: readonly string[], key: object, more?: Condition) {
    const rows = this.selectFrom(table as 'users').select(columns as readonly 'id'[])
    const named = rows.where(this.#named(key))
    return more ? named.where(more as Expression<SqlBool>) : named
  }

  /** The row of this domain that the key names, locked until the end of the transaction. Rows that refer to it may still be added. */
  async lockRow<T extends DomainTable>(table: T, key: Key<T>): Promise<Row<T> | undefined> {
    return (await this.#locked(table, key).executeTakeFirst()) as Row<T> | undefined
  }

  /** Like `lockRow`, of all rows that the key names. They are locked in the order of their ids, so that two callers cannot deadlock. */
  async lockRows<T extends DomainTable>(table: T, key: Key<T>): Promise<Row<T>[]> {
    return (await this.#locked(table, key).orderBy('id').execute()) as Row<T>[]
  }

  #locked(table: DomainTable, key: object) {
    const rows = this.selectFrom(table as 'users').selectAll()
    return rows.where(this.#named(key)).forNoKeyUpdate()
  }

  #named(key: object) {
    return ({ and, eb, fn, val }: ExpressionBuilder<Tables, 'users'>) =>
      and([
        eb('domain_id', '=', this.domainId),
        ...Object.entries(key).map(([column, value]) => {
          // Not `in`, which has no form for an empty list.
          if (Array.isArray(value)) return eb(column as 'id', '=', fn.any(val(value)))
          return eb(column as 'id', value === null ? 'is' : '=', value)
        }),
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
