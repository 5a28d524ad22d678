/**
 * Which workers are alive. The queue itself would keep the jobs of a worker that was killed for four hours. Here every process
 * holds advisory locks for its runs of the queue on a connection of its own: PostgreSQL releases them when the process dies,
 * however it dies. Every process frees the jobs of runs without a lock at its start and once a minute. It does not do so after it lost
 * its connection: a restart of the database takes everybody's locks, and the others need some time to take theirs again.
 */
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { backoffMs } from './backoff.ts'

/** Longer than a process waits before it tries again to take its locks. */
const EVERY_MS = 60_000

/** Nobody looks for the dead while somebody starts: a new run may take a job before its lock is there. */
const STARTING = `hashtextextended('vialdesk workers are starting', 0)`
const lockOf = (id: string) => `hashtextextended('vialdesk worker ' || ${id}, 0)`

const unlockStarting = `select pg_advisory_unlock(${STARTING})`
const lockAll = `select pg_advisory_lock_shared(${lockOf('id')}) from unnest($1::text[]) id`
const unlockOne = `select pg_advisory_unlock_shared(${lockOf('$1::text')})`
const lockedBy = `
  select locked_by as id from graphile_worker._private_jobs where locked_by is not null
  union select locked_by from graphile_worker._private_job_queues where locked_by is not null`
/** A lock that can be had is nobody's, or our own; it is given back with the transaction. */
const free = `
  select graphile_worker.force_unlock_workers(array(
    select id from (${lockedBy}) holders where id <> all($1) and pg_try_advisory_xact_lock(${lockOf('id')})))`
const freeThese = 'select graphile_worker.force_unlock_workers($1)'

/** PostgreSQL refused a statement, and the connection with all its locks is still good. */
const keepsConnection = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR'

export interface LivingWorkers {
  /** Starts a run and takes its lock; the first time it frees the jobs of dead runs before. The run locks jobs by its `id`. */
  begin<T extends { id: string }>(start: () => Promise<T>): Promise<T>
  /** This run has ended: frees the jobs that it left. */
  finish(id: string): Promise<void>
  /** Sets the jobs of dead runs free. */
  look(): Promise<void>
  stop(): Promise<void>
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/** A connection that holds the locks of `ids`; `onLost` is called when it breaks, because other processes then take us for dead. */
function lockHolder(owner: pg.Pool, ids: ReadonlySet<string>, onLost: () => void) {
  /** Those whose lock the present connection has. */
  const locked = new Set<string>()
  let client: pg.PoolClient | undefined
  let losses = 0
  let turn: Promise<unknown> = Promise.resolve()

  /** Given back once: a PostgreSQL that shuts down breaks connections that are being closed already. */
  const letGo = () => {
    const held = client
    client = undefined
    losses++
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
      await held.query(unlockStarting)
      return answer
    } catch (error) {
      const isFree = keepsConnection(error) && (await succeeds(held.query(unlockStarting)))
      // Without its connection STARTING is free, but the locks of the runs are gone, too.
      if (!isFree && client === held) letGo()
      throw error
    }
  }
  return {
    losses: () => losses,
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
  /** Runs of this process that have ended, and whose jobs are not free yet. */
  const ended = new Set<string>()
  let hasBegun = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const holder = lockHolder(owner, ids, () => plan(lockOwn, 0))
  const freeOthers = (held: pg.PoolClient) => held.query(free, [[...ids]])

  const lockOwn = () =>
    holder.whileNobodyStarts(async (held) => {
      for (const id of [...ended]) {
        await holder.unlock(held, id)
        await held.query(freeThese, [[id]])
        ended.delete(id)
      }
    })
  const look = async () => {
    const losses = holder.losses()
    await holder.whileNobodyStarts(async (held) => {
      if (holder.losses() === losses) await freeOthers(held)
    })
  }
  const plan = (work: () => Promise<void>, milliseconds: number, failures = 0) => {
    clearTimeout(timer)
    if (stopped) return
    const failed = (err: unknown) => {
      log.warn({ err }, 'the locks of the workers could not be taken or looked at; trying again')
      plan(lockOwn, backoffMs(failures), failures + 1)
    }
    timer = setTimeout(() => void work().then(() => plan(look, EVERY_MS), failed), milliseconds).unref()
  }
  plan(look, EVERY_MS)
  return {
    look,
    async begin<T extends { id: string }>(start: () => Promise<T>): Promise<T> {
      let run: Promise<T> | undefined
      const work = holder.whileNobodyStarts(async (held) => {
        if (!hasBegun) await freeOthers(held)
        hasBegun = true
        run = start()
        // A run that does not start says nothing about the connection with the locks.
        await run.then(
          ({ id }) => ids.add(id),
          () => {},
        )
      })
      await work.catch((error) => {
        if (run === undefined) throw error
        // The run works, and only its lock is missing.
        plan(lockOwn, 0)
      })
      return run as unknown as Promise<T>
    },
    async finish(id) {
      ids.delete(id)
      ended.add(id)
      await lockOwn().catch(() => plan(lockOwn, 0))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await holder.close()
    },
  }
}
