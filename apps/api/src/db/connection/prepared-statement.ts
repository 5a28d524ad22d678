/**
 * Turns a query with parameters into a named prepared statement, which is parsed and planned once per connection. PostgreSQL keeps the plans
 * in the memory of each connection, so each connection keeps the statements that it used last, up to a limit.
 */
import type pg from 'pg'

/**
 * Characters of the statements that a connection keeps between transactions. PostgreSQL needs 200 to 400 bytes for each: about 12 MB
 * (docs/decisions/068-prepared-statements-have-a-limit.md).
 */
export const KEPT_CHARACTERS = 48_000
/** Within a transaction, more statements may be added. Further ones are planned for each use. */
const MOST_CHARACTERS = 2 * KEPT_CHARACTERS
/** Longer texts, such as inserts of many rows, are seldom used twice. They would push out all others. */
const LONGEST_TEXT = KEPT_CHARACTERS / 4

interface Kept {
  /** Names by text. The text that was used longest ago is the first. */
  names: Map<string, string>
  characters: number
  /** A name is never given twice on a connection, so it never stands for another text. */
  lastName: number
}

const connections = new WeakMap<pg.ClientBase, Kept>()

function keptBy(client: pg.ClientBase): Kept {
  const known = connections.get(client)
  if (known !== undefined) return known
  const kept: Kept = { names: new Map(), characters: 0, lastName: 0 }
  connections.set(client, kept)
  return kept
}

function nameOf(kept: Kept, text: string): string | undefined {
  const known = kept.names.get(text)
  if (known !== undefined) {
    kept.names.delete(text)
    kept.names.set(text, known)
    return known
  }
  if (text.length > LONGEST_TEXT || kept.characters + text.length > MOST_CHARACTERS) return undefined
  const name = `q${++kept.lastName}`
  kept.names.set(text, name)
  kept.characters += text.length
  return name
}

export function preparedStatement(client: pg.ClientBase, text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = nameOf(keptBy(client), text)
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
  for (const [text, name] of kept.names) {
    if (kept.characters <= KEPT_CHARACTERS) break
    kept.names.delete(text)
    kept.characters -= text.length
    // A statement that failed to parse is unknown to PostgreSQL, and must not be named.
    if (connection?.parsedStatements?.[name] === undefined) continue
    delete connection.parsedStatements[name]
    delete connection.submittedNamedStatements?.[name]
    sql += `deallocate ${name}; `
  }
  return sql
}

/** Behind a pooler, the next transaction may get a connection of PostgreSQL that has not seen the statement. */
export function sendWithoutNames(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const unnamed = (config: unknown, ...given: unknown[]) => {
    const isNamed = typeof config === 'object' && config !== null && 'name' in config
    return query(isNamed ? { ...config, name: undefined } : config, ...given)
  }
  client.query = unnamed as typeof client.query
}
