/**
 * Finds out which workers are alive. After a worker was killed, the queue library would keep its jobs locked for four hours.
 * Here each process has a separate connection that holds an advisory lock for each of its queue runs. PostgreSQL releases
 * these locks when the process ends, however it ends. Each process frees the jobs of runs without a lock, at its start and
 * once a minute. It does not do so after losing its connection: a restart of the database releases the locks of all
 * processes, and the others need some time to lock again.
 */
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { backoffMs } from './backoff.ts'

/** Longer than a process waits before it tries to lock again. */
const EVERY_MS = 60_000

/** Held while a run starts: a new run may lock a job before its advisory lock exists, so no process may free jobs meanwhile. */
const STARTING = `hashtextextended('vialdesk workers are starting', 0)`
const lockKeyOf = (id: string) => `hashtextextended('vialdesk worker ' || ${id}, 0)`

const unlockStarting = `select pg_advisory_unlock(${STARTING})`
const lockAll = `select pg_advisory_lock_shared(${lockKeyOf('id')}) from unnest($1::text[]) id`
const unlockOne = `select pg_advisory_unlock_shared(${lockKeyOf('$1::text')})`
const lockedBy = `
  select locked_by as id from graphile_worker._private_jobs where locked_by is not null
  union select locked_by from graphile_worker._private_job_queues where locked_by is not null`
/** If an advisory lock can be taken, no other process holds it. It is released at the end of the transaction. */
const freeDeadJobs = `
  select graphile_worker.force_unlock_workers(array(
    select id from (${lockedBy}) holders where id <> all($1) and pg_try_advisory_xact_lock(${lockKeyOf('id')})))`
const freeJobsOf = 'select graphile_worker.force_unlock_workers($1)'

/** PostgreSQL refused a statement, but the connection and its locks are still good. */
const keepsConnection = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR'

export interface WorkerHeartbeat {
  /** Starts a run and takes its lock. Before the first run, frees the jobs of dead runs. The run locks its jobs by its `id`. */
  startRun<T extends { id: string }>(start: () => Promise<T>): Promise<T>
  /** Call it after the end of a run: frees the jobs that the run left locked. */
  endRun(id: string): Promise<void>
  /** Frees the jobs of dead runs. */
  freeDeadRuns(): Promise<void>
  stop(): Promise<void>
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

/**
 * Holds the locks of `ids` on one connection. Calls `onLost` when the connection breaks, because other processes then count
 * these runs as dead.
 */
function lockHolder(worker: pg.Pool, ids: ReadonlySet<string>, onLost: () => void) {
  /** Ids that are locked on the present connection. */
  const locked = new Set<string>()
  let client: pg.PoolClient | undefined
  let losses = 0
  let turn: Promise<unknown> = Promise.resolve()

  /** Releases the connection only once: a PostgreSQL that shuts down also breaks connections that are being closed. */
  const releaseConnection = () => {
    const connection = client
    client = undefined
    losses++
    locked.clear()
    connection?.release(true)
  }
  const connect = async () => {
    const made = await worker.connect()
    made.on('error', () => {
      if (client !== made) return
      releaseConnection()
      onLost()
    })
    client = made
    return made
  }
  const lockMissing = async (connection: pg.PoolClient) => {
    const missing = [...ids].filter((id) => !locked.has(id))
    if (missing.length > 0) await connection.query(lockAll, [missing])
    for (const id of missing) locked.add(id)
  }
  const exclusively = async <T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T> => {
    const connection = client ?? (await connect())
    try {
      await connection.query(`select pg_advisory_lock(${STARTING})`)
      await lockMissing(connection)
      const answer = await work(connection)
      await lockMissing(connection)
      await connection.query(unlockStarting)
      return answer
    } catch (error) {
      const isFree = keepsConnection(error) && (await succeeds(connection.query(unlockStarting)))
      // Losing the connection frees STARTING, but also the locks of the runs.
      if (!isFree && client === connection) releaseConnection()
      throw error
    }
  }
  return {
    losses: () => losses,
    /** Runs one piece of work at a time, while no process of the installation starts a run. */
    whileNoRunStarts<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
      const result = turn.then(() => exclusively(work))
      turn = result.catch(() => undefined)
      return result
    },
    async unlock(connection: pg.PoolClient, id: string) {
      if (locked.delete(id)) await connection.query(unlockOne, [id])
    },
    async close() {
      await turn
      // The locks would end with the connection, but perhaps after the check of the next start.
      await client?.query('select pg_advisory_unlock_all()').catch(() => undefined)
      releaseConnection()
    },
  }
}

/** `worker` may use the queue's tables; one of its connections is kept. */
export function startWorkerHeartbeat(worker: pg.Pool, log: FastifyBaseLogger): WorkerHeartbeat {
  const ids = new Set<string>()
  /** Ended runs of this process whose jobs are not free yet. */
  const ended = new Set<string>()
  let hasStarted = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const holder = lockHolder(worker, ids, () => schedule(lockOwn, 0))
  const freeOthers = (connection: pg.PoolClient) => connection.query(freeDeadJobs, [[...ids]])

  const lockOwn = () =>
    holder.whileNoRunStarts(async (connection) => {
      for (const id of [...ended]) {
        await holder.unlock(connection, id)
        await connection.query(freeJobsOf, [[id]])
        ended.delete(id)
      }
    })
  const freeDeadRuns = async () => {
    const losses = holder.losses()
    await holder.whileNoRunStarts(async (connection) => {
      if (holder.losses() === losses) await freeOthers(connection)
    })
  }
  const schedule = (work: () => Promise<void>, milliseconds: number, failures = 0) => {
    clearTimeout(timer)
    if (stopped) return
    const failed = (err: unknown) => {
      log.warn({ err }, 'could not take or check the worker locks; retrying')
      schedule(lockOwn, backoffMs(failures), failures + 1)
    }
    timer = setTimeout(() => void work().then(() => schedule(freeDeadRuns, EVERY_MS), failed), milliseconds).unref()
  }
  schedule(freeDeadRuns, EVERY_MS)
  return {
    freeDeadRuns,
    async startRun<T extends { id: string }>(start: () => Promise<T>): Promise<T> {
      let run: Promise<T> | undefined
      const work = holder.whileNoRunStarts(async (connection) => {
        if (!hasStarted) await freeOthers(connection)
        hasStarted = true
        run = start()
        // A run that fails to start says nothing about the connection with the locks.
        await run.then(
          ({ id }) => ids.add(id),
          () => {},
        )
      })
      await work.catch((error) => {
        if (run === undefined) throw error
        // The run works; only its lock is missing.
        schedule(lockOwn, 0)
      })
      return run as unknown as Promise<T>
    },
    async endRun(id) {
      ids.delete(id)
      ended.add(id)
      await lockOwn().catch(() => schedule(lockOwn, 0))
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await holder.close()
    },
  }
}
