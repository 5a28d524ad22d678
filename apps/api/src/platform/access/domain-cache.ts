/**
 * Keeps domains in memory, so that most requests need no query for theirs. Anybody can send any name: unknown names neither push known
 * ones out of the memory nor cost a query each.
 */

/** Milliseconds for which the list of all names is kept, and a domain's row while changes are not signalled. */
const FRESH_MS = 1000
/** Milliseconds for which a domain's row is kept while changes are signalled, should a signal be lost. */
const SIGNALLED_FRESH_MS = 10_000
const MAX_KEPT = 1000
/** In a second, and of names that are not in memory. Further names are compared with the list of all names. */
const QUERIES_FOR_NEW_NAMES = 20

interface Source<Name, Row> {
  /** Looks for one name. */
  find(name: Name): Promise<Row | undefined>
  /** The keys of all names. A name without its key in it is unknown. */
  allKeys(): Promise<ReadonlySet<string>>
  /** Whether the row was changed, so that it must be read again. */
  isOld(row: Row): boolean
  /** Whether `forget` is called after each change. */
  isSignalled(): boolean
}

interface Kept<Value> {
  at: number
  value: Value
}

const isFresh = ({ at }: Kept<unknown>, freshMs = FRESH_MS) => Date.now() - at < freshMs

export function domainCache<Name, Row>({ find, allKeys, isOld, isSignalled }: Source<Name, Row>) {
  /** The name that was used longest ago is the first. */
  const known = new Map<string, Kept<Row>>()
  const asking = new Map<string, Promise<Row | undefined>>()
  const mayAskForNewName = budget(QUERIES_FOR_NEW_NAMES)
  let names: Kept<Promise<ReadonlySet<string>>> | undefined
  let changes = 0

  const keep = (key: string, kept: Kept<Row>) => {
    known.delete(key)
    known.set(key, kept)
    const [oldest] = known.keys()
    if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest)
  }
  const ask = async (key: string, name: Name): Promise<Row | undefined> => {
    const at = Date.now()
    const before = changes
    const row = await find(name)
    // The row may be older than a change that was signalled meanwhile.
    if (row && before === changes) keep(key, { at, value: row })
    else known.delete(key)
    return row
  }
  const askOnce = (key: string, name: Name): Promise<Row | undefined> => {
    const running = asking.get(key)
    if (running !== undefined) return running
    const asked = ask(key, name).finally(() => {
      if (asking.get(key) === asked) asking.delete(key)
    })
    asking.set(key, asked)
    return asked
  }
  const isListed = async (key: string): Promise<boolean> => {
    if (!names || !isFresh(names)) {
      names = { at: Date.now(), value: allKeys() }
      names.value.catch(() => {
        names = undefined
      })
    }
    return (await names.value).has(key)
  }
  return {
    async find(key: string, name: Name): Promise<Row | undefined> {
      const kept = known.get(key)
      if (kept && isFresh(kept, isSignalled() ? SIGNALLED_FRESH_MS : FRESH_MS) && !isOld(kept.value)) return kept.value
      if (kept || mayAskForNewName() || (await isListed(key))) return askOnce(key, name)
      return undefined
    },
    /** Something has changed. */
    forget() {
      changes += 1
      names = undefined
      asking.clear()
      // Rows stay known, so that they are asked for in spite of a flood of unknown names.
      for (const kept of known.values()) kept.at = 0
    },
  }
}

/** True for the first `most` calls in each second. */
function budget(most: number): () => boolean {
  let start = 0
  let used = 0
  return () => {
    const now = Date.now()
    if (now - start >= 1000) {
      start = now
      used = 0
    }
    used += 1
    return used <= most
  }
}
