/**
 * Turns a query with parameters into a named prepared statement, which is parsed and planned once per connection. The number of
 * names is limited, so that texts that vary (a list of ids) cannot fill the server's memory.
 */
import type pg from 'pg'

const MAX_NAMES = 500
const names = new Map<string, string>()

export function preparedStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined && names.size < MAX_NAMES) {
    name = `q${names.size}`
    names.set(text, name)
  }
  return name === undefined ? { text, values: values as unknown[] } : { name, text, values: values as unknown[] }
}
