/**
 * Turns a query with parameters into a named prepared statement, which is parsed and planned once per connection. PostgreSQL keeps the plans
 * in the memory of each connection, so each connection keeps the statements that it used last, up to a limit.
 */
import pg from 'pg'

/**
 * Characters of the statements that a connection keeps between transactions. PostgreSQL needs 200 to 400 bytes for each: about 12 MB
 * (docs/decisions/068-prepared-statements-have-a-limit.md).
 */
export const KEPT_CHARACTERS = 48_000
/** Within a transaction, more statements may be added. Further ones are planned for each use. */
const MOST_CHARACTERS = 2 * KEPT_CHARACTERS
/** Longer texts, such as inserts of many rows, are seldom used twice. They would push out all others. */
const LONGEST_TEXT = KEPT_CHARACTERS / 4

/** How the rows of a statement are read. */
interface Columns {
  names: string[]
  parsers: ((text: string) => unknown)[]
  emptyRow: Record<string, null>
}

export interface KeptStatement {
  name: string
  /** Known after the first answer to a batch. PostgreSQL refuses a statement whose columns have changed. */
  columns?: Columns | undefined
}

interface Kept {
  /** By text. The text that was used longest ago is the first. */
  statements: Map<string, KeptStatement>
  characters: number
  /** A name is never given twice on a connection, so it never stands for another text. */
  lastName: number
  /** False behind a pooler: the next transaction may get a connection of PostgreSQL that has not seen the statement. */
  givesNames: boolean
}

const connections = new WeakMap<pg.ClientBase, Kept>()

function keptBy(client: pg.ClientBase): Kept {
  const known = connections.get(client)
  if (known !== undefined) return known
  const kept: Kept = { statements: new Map(), characters: 0, lastName: 0, givesNames: true }
  connections.set(client, kept)
  return kept
}

/** Also takes the names of statements of libraries. */
export function sendWithoutNames(client: pg.ClientBase): void {
  keptBy(client).givesNames = false
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const unnamed = (config: unknown, ...given: unknown[]) => {
    const isNamed = typeof config === 'object' && config !== null && !(config instanceof pg.Query) && 'name' in config
    return query(isNamed ? { ...config, name: undefined } : config, ...given)
  }
  client.query = unnamed as typeof client.query
}

/** Undefined for a text that is planned for each use. */
export function keepStatement(client: pg.ClientBase, text: string): KeptStatement | undefined {
  const kept = keptBy(client)
  const known = kept.statements.get(text)
  if (known !== undefined) {
    kept.statements.delete(text)
    kept.statements.set(text, known)
    return known
  }
  if (!kept.givesNames || text.length > LONGEST_TEXT || kept.characters + text.length > MOST_CHARACTERS) return undefined
  const statement: KeptStatement = { name: `q${++kept.lastName}` }
  kept.statements.set(text, statement)
  kept.characters += text.length
  return statement
}

export function preparedStatement(client: pg.ClientBase, text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = keepStatement(client, text)?.name
  return { ...(name !== undefined && { name }), text, values: values as unknown[] }
}

/** The library's own lists of the statements of a connection, which it never shortens. */
interface LibraryLists {
  connection?: Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string> | undefined>
}

/**
 * SQL that makes PostgreSQL forget the statements above the limit, those used longest ago first. Send it after the end of a transaction,
 * in a query of its own: its failure must not look like a failure of the commit. Empty if there is nothing to forget.
 */
export function forgetOldStatements(client: pg.ClientBase): string {
  const kept = connections.get(client)
  if (kept === undefined || kept.characters <= KEPT_CHARACTERS) return ''
  const { connection } = client as unknown as LibraryLists
  let sql = ''
  for (const [text, { name }] of kept.statements) {
    if (kept.characters <= KEPT_CHARACTERS) break
    kept.statements.delete(text)
    kept.characters -= text.length
    // A statement that failed to parse is unknown to PostgreSQL, and must not be named.
    if (connection?.parsedStatements?.[name] === undefined) continue
    delete connection.parsedStatements[name]
    delete connection.submittedNamedStatements?.[name]
    sql += `deallocate ${name}; `
  }
  return sql
}
