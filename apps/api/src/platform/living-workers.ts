/**
 * Which workers are alive. The queue itself would keep the jobs of a worker that was killed for four hours. Here every process
 * holds advisory locks for its runs of the queue on a connection of its own: PostgreSQL releases them when the process dies,
 * however it dies. Every start, and every process once a minute, frees the jobs of runs without a lock.
 */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { backoffMs } from './backoff.ts'

const EVERY_MS = 60_000

/** Nobody looks for the dead while somebody starts: a new run may take a job before its lock is there. */
const STARTING = `hashtextextended('vialdesk workers are starting', 0)`
const lockOf = (id: string) => `hashtextextended('vialdesk worker ' || ${id}, 0)`

const lockAll = `select pg_advisory_lock_shared(${lockOf('id')}) from unnest($1::text[]) id`
const unlockOne = `select pg_advisory_unlock_shared(${lockOf('$1::text')})`
const lockedBy = `
  select locked_by as id from graphile_worker._private_jobs where locked_by is not null
  union select locked_by from graphile_worker._private_job_queues where locked_by is not null`
/** A lock that can be had is nobody's, or our own; it is given back with the transaction. */
const free = `
  select graphile_worker.force_unlock_workers(array(
    select id from (${lockedBy}) holders where id <> all($1) and pg_try_advisory_xact_lock(${lockOf('id')})))`

export interface LivingWorkers {
  /** Frees the jobs of dead runs, starts a run and takes its lock. The run locks jobs by its `id`. */
  begin<T extends { id: string }>(start: () => Promise<T>): Promise<T>
  /** This run has ended: what it left is set free. */
  finish(id: string): Promise<void>
  /** Sets the jobs of dead runs free. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** A connection that holds the locks of `ids`; `onLost` is called when it breaks, because other processes then take us for dead. */
function lockHolder(owner: pg.Pool, ids: ReadonlySet<string>, onLost: () => void) {
  /** Those whose lock the present connection has. */
  const locked = new Set<string>()
  let client: pg.PoolClient | undefined
  let turn: Promise<unknown> = Promise.resolve()

  /** Given back once: a PostgreSQL that shuts down breaks connections that are being closed already. */
  const letGo = () => {
    const held = client
    client = undefined
    locked.clear()
    held?.release(true)
  }
  const connect = async () => {
    const made = await owner.connect()
    made.on('error', () => {
      if (client !== made) return
      letGo()
      onLost()
    })
    client = made
    return made
  }
  const lockMissing = async (held: pg.PoolClient) => {
    const missing = [...ids].filter((id) => !locked.has(id))
    if (missing.length > 0) await held.query(lockAll, [missing])
    for (const id of missing) locked.add(id)
  }
  const exclusively = async <T>(work: (held: pg.PoolClient) => Promise<T>): Promise<T> => {
    const held = client ?? (await connect())
    try {
      await held.query(`select pg_advisory_lock(${STARTING})`)
      await lockMissing(held)
      const answer = await work(held)
      await lockMissing(held)
      await held.query(`select pg_advisory_unlock(${STARTING})`)
      return answer
    } catch (error) {
      // Letting go of the connection lets go of whatever it has locked.
      if (client === held) letGo()
      throw error
    }
  }
  return {
    /** One after another here, and while no process of the installation starts. */
    whileNobodyStarts<T>(work: (held: pg.PoolClient) => Promise<T>): Promise<T> {
      const result = turn.then(() => exclusively(work))
      turn = result.catch(() => undefined)
      return result
    },
    async unlock(held: pg.PoolClient, id: string) {
      if (locked.delete(id)) await held.query(unlockOne, [id])
    },
    async close() {
      await turn
      // Its locks would end with the connection, but a moment later than the next start may look.
      await client?.query('select pg_advisory_unlock_all()').catch(() => undefined)
      letGo()
    },
  }
}

/** `owner` owns the queue's tables; one of its connections is kept. */
export function standForWorkers(owner: pg.Pool, log: FastifyBaseLogger): LivingWorkers {
  const ids = new Set<string>()
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const holder = lockHolder(owner, ids, () => lookIn(0))
  const freeOthers = (held: pg.PoolClient) => held.query(free, [[...ids]])

  const look = async () => {
    await holder.whileNobodyStarts(freeOthers)
  }
  const lookIn = (milliseconds: number, failures = 0) => {
    clearTimeout(timer)
    if (stopped) return
    const failed = (err: unknown) => {
      log.warn({ err }, 'dead workers could not be looked for')
      lookIn(backoffMs(failures), failures + 1)
    }
    timer = setTimeout(() => void look().then(() => lookIn(EVERY_MS), failed), milliseconds).unref()
  }
  lookIn(EVERY_MS)
  return {
    look,
    async begin<T extends { id: string }>(start: () => Promise<T>): Promise<T> {
      let begun: T | undefined
      const work = holder.whileNobodyStarts(async (held) => {
        await freeOthers(held)
        begun = await start()
        ids.add(begun.id)
      })
      await work.catch((error) => {
        if (begun === undefined) throw error
        // The run is there and works: only its lock is missing.
        lookIn(0)
      })
      return begun as T
    },
    async finish(id) {
      ids.delete(id)
      const work = holder.whileNobodyStarts(async (held) => {
        await holder.unlock(held, id)
        await freeOthers(held)
      })
      // A new connection does not stand for it.
      await work.catch(() => lookIn(0))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await holder.close()
    },
  }
}
