/**
 * PostgreSQL refuses a connection while it, the database or the role has too many. The library would fail the caller at once, although a
 * connection of the pool may soon be free. Here the caller waits: the pool stops growing, so that its callers queue for the connections
 * that it has, and it tries from time to time to open one more. Another pool of the process gives back a connection without work.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { refuseReplica } from './primary-only.ts'

/** PostgreSQL's code for too many connections: of the server, the database or the role. */
const TOO_MANY = '53300'

/** Milliseconds that a caller waits for a connection. */
export const CONNECT_MS = 10_000

/** Milliseconds between two attempts of a pool to grow. */
const TRY_AGAIN_MS = 200

let refused = 0

/** How many connections PostgreSQL has refused to this process. */
export const refusedConnectionCount = (): number => refused

function isRefusal(error: unknown): boolean {
  const isTooMany = (error as { code?: unknown } | null | undefined)?.code === TOO_MANY
  if (isTooMany) refused++
  return isTooMany
}

/** Repeats `connect` while PostgreSQL has too many connections. */
export async function connectWhenPossible<T>(connect: () => Promise<T>): Promise<T> {
  const until = performance.now() + CONNECT_MS
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (!isRefusal(error) || performance.now() > until) throw error
    }
    await pause(TRY_AGAIN_MS)
  }
}

interface Options extends pg.PoolConfig {
  max: number
  /** A caller who was refused waits for at most this time. */
  connectionTimeoutMillis: number
  /** Called when the pool stops growing. */
  onRefused(): void
  /** The server may be a replica. */
  allowsReplica?: boolean
}

type Connected = (error?: Error) => void

/** Reports a refusal before the library serves its next caller. Otherwise it would open one more connection for that caller. */
const clientThatReports = (report: () => void, allowsReplica: boolean) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config)
      const connect = this.connect.bind(this) as (done: Connected) => void
      const reporting = (done: Connected) => {
        const then: Connected = (error) => {
          if (isRefusal(error)) report()
          done(error)
        }
        connect(allowsReplica ? then : refuseReplica(this, then))
      }
      this.connect = reporting as typeof this.connect
    }
  }

/** The open pools of the process. */
let openPools: pg.Pool[] = []

const canGiveBack = ({ idleCount, waitingCount, ending }: pg.Pool): boolean => idleCount > 0 && waitingCount === 0 && !ending
const hasMoreThanItKeeps = ({ totalCount, options }: pg.Pool): boolean => totalCount > (options.min ?? 0)

/**
 * Another pool closes one connection without work, unless a caller of that pool comes first. Connections that a pool keeps are only there
 * to save time: a pool that got none would wait for ever if all others kept theirs.
 */
function askNeighbour(asking: pg.Pool): void {
  const neighbours = openPools.filter((pool) => pool !== asking && canGiveBack(pool))
  const neighbour = neighbours.find(hasMoreThanItKeeps) ?? neighbours[0]
  neighbour?.connect().then(
    (client) => client.release(neighbour.waitingCount === 0),
    () => {},
  )
}

const sizes = new WeakMap<object, number>()

/** The most connections of a pool. `pool.options.max` is lower while PostgreSQL refuses more. */
export const sizeOf = ({ options }: Pick<pg.Pool, 'options'>): number => sizes.get(options) ?? options.max

export function openWaitingPool({ onRefused, allowsReplica = false, ...config }: Options): pg.Pool {
  const { max, connectionTimeoutMillis } = config
  let isScheduled = false
  const growLater = () => {
    if (!isScheduled) setTimeout(grow, TRY_AGAIN_MS)
    isScheduled = true
  }
  const stopGrowing = () => {
    if (pool.options.max === max) onRefused()
    // The refused connection still counts.
    pool.options.max = pool.totalCount - 1
    growLater()
    askNeighbour(pool)
  }
  const pool = new pg.Pool({ ...config, Client: clientThatReports(stopGrowing, allowsReplica) })
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  openPools = [...openPools.filter(({ ending }) => !ending), pool]
  sizes.set(pool.options, max)

  /** Opens one more connection for the callers who wait. Without them, the next caller tries. */
  function grow(): void {
    isScheduled = false
    const isNeeded = pool.waitingCount > 0 && !pool.ending
    pool.options.max = isNeeded ? Math.min(max, pool.totalCount + 1) : max
    if (!isNeeded || pool.totalCount >= max) return
    connect().then((client) => {
      client.release()
      grow()
    }, growLater)
  }
  async function connectWhenFree(): Promise<pg.PoolClient> {
    const until = performance.now() + connectionTimeoutMillis
    for (;;) {
      try {
        return await connect()
      } catch (error) {
        if ((error as { code?: unknown }).code !== TOO_MANY || performance.now() > until) throw error
      }
    }
  }
  const waitForConnection = (done?: (error?: Error, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void) => {
    const connected = connectWhenFree()
    if (!done) return connected
    connected.then((client) => done(undefined, client, client.release), done)
    return undefined
  }
  pool.connect = waitForConnection as typeof pool.connect
  return pool
}
