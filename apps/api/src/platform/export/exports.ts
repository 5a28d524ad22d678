/**
 * Long exports. They have a small pool of their own, so that they never take the connections of other calls. Each export reads one
 * snapshot of the database.
 */
import { awaitDatabase } from '#api/db/connection/database-silence.ts'
import { openPool, type PoolOptions } from '#api/db/connection/pools.ts'
import { POSITION, type Position, type Replica } from '#api/db/replica.ts'
import { type OpenTransaction, openTransaction } from '#api/db/transaction.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Milliseconds. A reader who stopped reading would keep the connection for ever. */
const LONGEST_MS = 30 * 60_000

export type Exports = ReturnType<typeof openExports>
/** A running export. */
export type ExportRun = Awaited<ReturnType<typeof openRun>>

/** Connections of a process. */
interface ExportConnections {
  exports: number
  reports: number
}

interface ExportOptions extends Pick<PoolOptions, 'onError' | 'onRefused'> {
  replica?: Replica | undefined
  /** For the reports. Exports take long, so they need connections of their own. */
  poolerUrl?: string | undefined
}

export function openExports(
  appUrl: string,
  { exports: atOnce, reports }: ExportConnections = { exports: 4, reports: 6 },
  { replica, poolerUrl, ...options }: ExportOptions = {},
) {
  const pool = openPool(appUrl, { ...options, max: atOnce, statementTimeoutMs: 0, readsSnapshots: true })
  const pooled = poolerUrl !== undefined
  const reportPool = openPool(poolerUrl ?? appUrl, { ...options, max: reports, planOnce: true, pipelines: true, pooled })
  const atOncePerDomain = Math.max(1, Math.floor(atOnce / 2))
  const running = new Map<number, number>()
  const beginOnReplica = async (domainId: number): Promise<OpenTransaction | undefined> => {
    const { rows } = replica ? await reportPool.query<Position>(POSITION) : { rows: [] }
    return rows[0] && replica?.begin('export', domainId, rows[0])
  }
  const beginTransaction = async (domainId: number, onPrimary: boolean): Promise<OpenTransaction> =>
    (onPrimary ? undefined : await beginOnReplica(domainId)) ?? openTransaction(pool, domainId)
  const runningOf = (domainId: number) => running.get(domainId) ?? 0
  return {
    pool,
    /** For reports, and for exports that read in short transactions. */
    reportPool,
    /** Closes the connections. */
    close: async () => void (await Promise.all([pool.end(), reportPool.end()])),
    /** Reads on the replica, if there is one. `onPrimary`: what is read is compared with something else. */
    async begin(domainId: number, { onPrimary = false }: { onPrimary?: boolean } = {}) {
      const all = [...running.values()].reduce((sum, n) => sum + n, 0)
      if (all >= atOnce || runningOf(domainId) >= atOncePerDomain)
        fail('too_many', {
          message: 'Other exports are running. Try again when one of them has finished.',
          headers: { 'retry-after': '10' },
        })
      running.set(domainId, runningOf(domainId) + 1)
      const leave = () => running.set(domainId, runningOf(domainId) - 1)
      try {
        return await openRun(beginTransaction(domainId, onPrimary), leave)
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

async function openRun(begun: Promise<OpenTransaction>, leave: () => void) {
  // The statements of exports have no time limit, but a request does not wait for a silent database.
  const { db, commit, abandon } = await awaitDatabase(begun, {
    answers: true,
    giveBack: (late) => late.abandon(),
  })
  let ended = false
  const once = (work: () => unknown) => {
    if (ended) return undefined
    ended = true
    clearTimeout(timer)
    leave()
    return work()
  }
  const timer = setTimeout(() => once(abandon), LONGEST_MS)
  timer.unref()
  return {
    db,
    /** Ends the transaction and frees the connection. */
    end: async () => void (await once(commit)),
    /** Closes the connection at once, in the middle of a statement too. */
    abandon: () => void once(abandon),
  }
}
