/**
 * Every parameterised text is a named prepared statement: parsed and planned once a connection. Only so many texts are
 * named, so that a text which varies (a list of ids) can not fill the server's memory.
 */
import type pg from 'pg'

const MOST_NAMES = 500
const names = new Map<string, string>()

export function named(text: string, values: readonly unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined && names.size < MOST_NAMES) {
    name = `q${names.size}`
    names.set(text, name)
  }
  return name === undefined ? { text, values: values as unknown[] } : { name, text, values: values as unknown[] }
}
