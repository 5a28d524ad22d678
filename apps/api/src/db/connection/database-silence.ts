/**
 * Limits how long a request waits for a PostgreSQL that does not answer. Separate limits of the wait for a connection, the look-up of the
 * session, each statement and the commit would add up. So all waits of a request share one limit: the time without an answer. Each answer
 * starts it again, so long work and calls that wait for a provider are not cut off.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Milliseconds. Longer than a statement may take, so that PostgreSQL itself refuses a slow one. */
export const DATABASE_SILENCE_MS = 12_000

/** Of the limit. Each statement gets at least this, or a busy portal would destroy connections that work: 3 s of 12 s. */
export const SHARE_OF_A_STATEMENT = 0.25

/** PostgreSQL did not answer in time. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
}

/** The waits of one request. Time counts while at least one of them runs. */
class Waits {
  readonly #limitMs: number
  #silentMs = 0
  #since = 0
  #running = 0

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  begin(): void {
    if (this.#running++ === 0) this.#since = performance.now()
  }

  end(answered: boolean): void {
    const now = performance.now()
    this.#silentMs = answered ? 0 : this.#silentMs + now - this.#since
    this.#since = now
    this.#running -= 1
  }

  /** Milliseconds; at least 1, because the `pg` library takes 0 as no limit. */
  remaining(): number {
    const silentMs = this.#silentMs + (this.#running > 0 ? performance.now() - this.#since : 0)
    return Math.max(1, Math.ceil(this.#limitMs - silentMs))
  }

  /** Milliseconds. */
  forStatement(): number {
    return Math.max(this.remaining(), Math.ceil(this.#limitMs * SHARE_OF_A_STATEMENT))
  }
}

const current = new AsyncLocalStorage<Waits>()

/** Everything that `work` starts shares one limit. */
export const limitSilence = <T>(limitMs = DATABASE_SILENCE_MS, work: () => T): T => current.run(new Waits(limitMs), work)

/** For work that several requests share. The limits of the connection apply to it. */
export const outsideRequests = <T>(work: () => T): T => current.exit(work)

/** A statement that failed was answered too, unless its connection was lost. */
const isAnswer = (error: unknown) => (error as { severity?: unknown } | null)?.severity !== undefined

/**
 * Waits for work of the database that the request shares with others, or that has to wait for its turn. `answers` is true if its success
 * proves that PostgreSQL answers. Throws DatabaseSilent; the work goes on, and a result that comes too late is given back.
 */
export async function awaitDatabase<T>(
  work: Promise<T>,
  { answers, giveBack = () => {} }: { answers: boolean; giveBack?: (late: T) => void },
): Promise<T> {
  const waits = current.getStore()
  if (!waits) return work
  waits.begin()
  let answered = false
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new DatabaseSilent('PostgreSQL does not answer')), waits.remaining())
  try {
    const result = await Promise.race([work, late])
    answered = answers
    return result
  } catch (error) {
    answered = isAnswer(error)
    work.then(giveBack, () => {})
    throw error
  } finally {
    clearTimeout(timer)
    waits.end(answered)
  }
}

type Done = (error: Error | null, result?: unknown) => void

/** A statement of a request gets the time that is left, or a little more. Without an answer until then, its connection must be destroyed. */
function limitStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const limited = (config: string | pg.QueryConfig, ...given: unknown[]): unknown => {
    const waits = current.getStore()
    const isQuery = config instanceof pg.Query
    // A stream takes as long as its reader.
    if (!waits || (!isQuery && typeof (config as { submit?: unknown }).submit === 'function')) return query(config, ...given)
    const done = given.find((each) => typeof each === 'function') as Done | undefined
    const values = Array.isArray(given[0]) ? { values: given[0] } : {}
    const statement = isQuery ? config : { ...(typeof config === 'string' ? { text: config } : config), ...values }
    waits.begin()
    const timed = Object.assign(statement, { query_timeout: waits.forStatement() })
    if (done)
      return query(timed, (error: Error | null, result: unknown) => {
        waits.end(error === null || error === undefined || isAnswer(error))
        done(error, result)
      })
    return (query(timed) as Promise<unknown>).then(
      (result) => {
        waits.end(true)
        return result
      },
      (error) => {
        waits.end(isAnswer(error))
        throw error
      },
    )
  }
  client.query = limited as typeof client.query
}

type Connected = (error?: Error, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void

/** The waits of requests for this pool count. Without `statements`, only those for a connection do. */
export function limitWaits(pool: pg.Pool, { statements }: { statements: boolean }): void {
  // A new connection outlives the request, and what its events start belongs to no request.
  const connectOutside = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const limited = (done?: Connected) => {
    // The pool calls back in the context of another request, which released the connection. A promise keeps the own context.
    const connected = awaitDatabase(outsideRequests(connectOutside), { answers: false, giveBack: (client) => client.release() })
    if (!done) return connected
    connected.then((client) => done(undefined, client, client.release), done)
    return undefined
  }
  pool.connect = limited as typeof pool.connect
  if (statements) pool.on('connect', (client) => limitStatements(client as pg.PoolClient))
}
