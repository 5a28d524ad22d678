/**
 * Statements that share one message to PostgreSQL, one answer and one transaction, which PostgreSQL begins and ends by itself. Each further
 * message costs as much as a short statement. https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
import type { Writable } from 'node:stream'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type KeptStatement, keepStatement } from './prepared-statement.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Runs a statement. */
export type Send = <Row extends pg.QueryResultRow>(statement: Statement) => Promise<pg.QueryResult<Row>>

/** The part of the library's connection that sends messages. */
interface Wire {
  stream: Writable
  parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: unknown[] }): void
  describe(portal: { type: 'P'; name: string }): void
  execute(portal: object): void
  sync(): void
}

interface Sent {
  text: string
  values: unknown[]
  /** Without a name, the statement is parsed and described each time. */
  kept: KeptStatement
  result: { rows: Record<string, unknown>[]; rowCount: number }
  done(result: pg.QueryResult): void
  failed(error: unknown): void
}

/** The library takes no other class while it sends statements without waiting for answers. */
export class StatementBatch extends pg.Query {
  readonly #client: pg.ClientBase
  readonly #sent: Sent[] = []
  #answered = 0
  /** Set by the library. */
  declare callback: (error: unknown) => void

  constructor(client: pg.ClientBase) {
    super('')
    this.#client = client
  }

  /** Rejects before anything is sent if PostgreSQL cannot take one of the values. */
  async add<Row extends pg.QueryResultRow>({ text, values }: Statement): Promise<pg.QueryResult<Row>> {
    const prepared = values.map((value) => prepareValue(value))
    const { promise, resolve: done, reject: failed } = Promise.withResolvers<pg.QueryResult>()
    const kept = keepStatement(this.#client, text) ?? { name: '' }
    this.#sent.push({ text, values: prepared, kept, result: { rows: [], rowCount: 0 }, done, failed })
    return promise as Promise<pg.QueryResult<Row>>
  }

  /** Resolves, also after a failure, when the last statement has its answer. True if all succeeded. */
  send(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (error: unknown) => {
        for (const [place, { done, failed, result }] of this.#sent.entries()) {
          if (place < this.#answered) done(result as unknown as pg.QueryResult)
          else failed(error)
        }
        resolve(this.#answered === this.#sent.length)
      }
      void this.#client.query(this as unknown as pg.QueryConfig, settle)
    })
  }

  // The library calls the methods below.

  override submit = (connection: unknown): void => {
    const wire = connection as Wire
    wire.stream.cork()
    for (const { text, values, kept } of this.#sent) {
      const { name, columns } = kept
      if (name === '' || wire.parsedStatements[name] === undefined) {
        wire.parse({ name, text })
        // A failure closes the connection, so it is never asked for a statement that it does not have.
        if (name !== '') wire.parsedStatements[name] = text
      }
      wire.bind({ statement: name, values })
      if (columns === undefined) wire.describe({ type: 'P', name: '' })
      wire.execute({})
    }
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const parsers = fields.map(({ dataTypeID }) => this.#client.getTypeParser(dataTypeID, 'text') as (text: string) => unknown)
    const emptyRow = Object.fromEntries(fields.map(({ name }) => [name, null]))
    const { kept } = this.#sent[this.#answered] as Sent
    kept.columns = { names: fields.map(({ name }) => name), parsers, emptyRow }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { kept, result } = this.#sent[this.#answered] as Sent
    const { names, parsers, emptyRow } = kept.columns as NonNullable<KeptStatement['columns']>
    const row: Record<string, unknown> = { ...emptyRow }
    for (const [place, text] of fields.entries()) {
      if (text !== null) row[names[place] as string] = parsers[place]?.(text)
    }
    result.rows.push(row)
  }

  /** The tag ends with the number of rows, as in SELECT 3. */
  handleCommandComplete({ text }: { text: string }): void {
    const { result } = this.#sent[this.#answered] as Sent
    result.rowCount = Number(/\d+$/.exec(text)?.[0] ?? 0)
    this.#answered++
  }

  handleError(error: unknown): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(null)
  }
}
