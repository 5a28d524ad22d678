/**
 * Which workers are alive. The queue itself would keep the jobs of a worker that was killed for four hours. Here every process
 * stands for its runs of the queue with advisory locks on a connection of its own: PostgreSQL lets them go when the process dies,
 * however it dies. Every start, and every process once a minute, sets the jobs free whose run nobody stands for.
 */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { backoffMs } from './backoff.ts'

const EVERY_MS = 60_000

/** Nobody looks for the dead while somebody starts: a new run may take a job before its lock is there. */
const STARTING = `hashtextextended('vialdesk workers are starting', 0)`
const lockOf = (id: string) => `hashtextextended('vialdesk worker ' || ${id}, 0)`

const lockAll = `select pg_advisory_lock_shared(${lockOf('id')}) from unnest($1::text[]) id`
const unlock = `select pg_advisory_unlock_shared(${lockOf('$1::text')})`
const lockedBy = `
  select locked_by as id from graphile_worker._private_jobs where locked_by is not null
  union select locked_by from graphile_worker._private_job_queues where locked_by is not null`
/** A lock that can be had is nobody's, or our own; it is given back with the transaction. */
const free = `
  select graphile_worker.force_unlock_workers(array(
    select id from (${lockedBy}) holders where id <> all($1) and pg_try_advisory_xact_lock(${lockOf('id')})))`

export interface LivingWorkers {
  /** Sets the jobs of dead runs free, starts a run and stands for it. Its `id` is what it locks jobs by. */
  begin<T extends { id: string }>(start: () => Promise<T>): Promise<T>
  /** This run has ended: what it left is set free. */
  finish(id: string): Promise<void>
  /** Sets the jobs of dead runs free. */
  look(): Promise<void>
  stop(): Promise<void>
}

/** `owner` owns the queue's tables; one of its connections is kept. */
export function standForWorkers(owner: pg.Pool, log: FastifyBaseLogger): LivingWorkers {
  const ids = new Set<string>()
  /** Those whose lock the present connection has. */
  const locked = new Set<string>()
  let client: pg.PoolClient | undefined
  let stopped = false
  let turn: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

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
      // The locks are lost with their connection, and other processes take our jobs for a dead process's: stand for them at once.
      letGo()
      lookIn(0)
    })
    client = made
    return made
  }
  const standForAll = async (held: pg.PoolClient) => {
    const missing = [...ids].filter((id) => !locked.has(id))
    if (missing.length > 0) await held.query(lockAll, [missing])
    for (const id of missing) locked.add(id)
  }
  const whileNobodyStarts = <T>(work: (held: pg.PoolClient) => Promise<T>): Promise<T> => {
    const result = turn.then(async () => {
      const held = client ?? (await connect())
      try {
        await held.query(`select pg_advisory_lock(${STARTING})`)
        await standForAll(held)
        const answer = await work(held)
        await held.query(`select pg_advisory_unlock(${STARTING})`)
        return answer
      } catch (error) {
        if (client === held) letGo()
        throw error
      }
    })
    turn = result.catch(() => undefined)
    return result
  }
  const freeOthers = (held: pg.PoolClient) => held.query(free, [[...ids]])
  const look = async () => {
    await whileNobodyStarts(freeOthers)
  }
  const lookIn = (milliseconds: number, failures = 0) => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => {
      look().then(
        () => lookIn(EVERY_MS),
        (err) => {
          log.warn({ err }, 'dead workers could not be looked for')
          lookIn(backoffMs(failures), failures + 1)
        },
      )
    }, milliseconds).unref()
  }
  lookIn(EVERY_MS)
  return {
    look,
    async begin<T extends { id: string }>(start: () => Promise<T>): Promise<T> {
      const started: T[] = []
      try {
        await whileNobodyStarts(async (held) => {
          await freeOthers(held)
          const run = await start()
          started.push(run)
          ids.add(run.id)
          await standForAll(held)
        })
      } catch (error) {
        if (started.length === 0) throw error
        // The run is there and works: only its lock is missing.
        lookIn(0)
      }
      return started[0] as T
    },
    async finish(id) {
      ids.delete(id)
      const holds = locked.delete(id)
      try {
        await whileNobodyStarts(async (held) => {
          if (holds) await held.query(unlock, [id])
          await freeOthers(held)
        })
      } catch {
        // A new connection does not stand for it.
        lookIn(0)
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await turn
      // Its locks would end with the connection, but a moment later than whoever starts next may look.
      await client?.query('select pg_advisory_unlock_all()').catch(() => undefined)
      letGo()
    },
  }
}
