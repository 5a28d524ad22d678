/**
 * Finds out which workers are alive. After a worker was killed, the queue library would keep its jobs locked for four hours.
 * Here each process has a separate connection that holds an advisory lock for each of its queue runs. PostgreSQL releases
 * these locks when the process ends, however it ends. Each process checks the locks at its start and every few seconds, and
 * frees the jobs of a run whose lock was free at two checks. One check proves nothing: a lost connection or a restart of the
 * database also releases the locks of living processes, which take them again within the time between the two.
 */
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { backoffMs } from '#api/platform/kernel/backoff.ts'

/** Milliseconds between two checks. A killed process is noticed after two of them. */
export const EVERY_MS = 5000
/**
 * Milliseconds for which a lock must be free before its run counts as dead. A living process locks again at once, and tries every second
 * while the database refuses it.
 */
export const RELOCK_MS = 4500
const LONGEST_RETRY_MS = 1000
/** Failures in a row between two log lines: about half a minute. */
const FAILURES_PER_LINE = 30

/**
 * PostgreSQL asks a silent process after 4 s whether its machine is still there, and releases its locks 6 s later if there is no answer.
 * By default it would wait for two hours.
 */
const NOTICE_VANISHED_MACHINES = `
  set tcp_keepalives_idle = 4;
  set tcp_keepalives_interval = 2;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = 10000`

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
const unlockedRuns = `select id from (${lockedBy}) holders where id <> all($1) and pg_try_advisory_xact_lock(${lockKeyOf('id')})`
/** The notification starts idle workers, which otherwise look for jobs every 2 s only. */
const freeJobs = `
  with held as (select count(*)::int as jobs from graphile_worker._private_jobs where locked_by = any($1))
  select jobs, graphile_worker.force_unlock_workers($1),
    pg_notify('jobs:insert', json_build_object('r', random(), 'count', jobs)::text)
  from held`

/** PostgreSQL refused a statement, but the connection and its locks are still good. */
const keepsConnection = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR'

/** Tests shorten these times. */
export interface HeartbeatTimes {
  everyMs: number
  relockMs: number
}

const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  )

async function connectForLocks(worker: pg.Pool): Promise<pg.PoolClient> {
  const client = await worker.connect()
  await client.query(NOTICE_VANISHED_MACHINES).catch((error) => {
    client.release(true)
    throw error
  })
  return client
}

/** Measures for how long the connection with the locks has been missing. */
function missingLockClock(relockMs: number) {
  let lost = Promise.withResolvers<void>()
  let isLost = false
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    isLost = true
    lost.resolve()
  }
  return {
    lost: () => lost.promise,
    start() {
      timer ??= setTimeout(end, relockMs).unref()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      if (isLost) lost = Promise.withResolvers()
      isLost = false
    },
  }
}

/**
 * Holds the locks of `ids` on one connection. Calls `onLost` when the connection breaks, because other processes then count
 * these runs as dead.
 */
function lockHolder(worker: pg.Pool, ids: ReadonlySet<string>, clock: ReturnType<typeof missingLockClock>, onLost: () => void) {
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
    clock.start()
  }
  const connect = async () => {
    const made = await connectForLocks(worker)
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
    clock.stop()
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

type LockHolder = ReturnType<typeof lockHolder>

/** Frees the jobs of the runs whose lock is free, and was free `relockMs` ago. `own` runs are alive. */
function deadRunsFinder(own: ReadonlySet<string>, losses: () => number, relockMs: number, log: Pick<FastifyBaseLogger, 'warn'>) {
  /** Runs without a lock, and when that was noticed first. */
  let suspects = new Map<string, number>()
  let lossesBefore = 0
  return async (connection: pg.PoolClient) => {
    // The others may have lost their connections at the same moment, so they get the whole time again.
    if (losses() !== lossesBefore) suspects.clear()
    lossesBefore = losses()
    const { rows } = await connection.query<{ id: string }>(unlockedRuns, [[...own]])
    const now = performance.now()
    const isDead = ({ id }: { id: string }) => now - (suspects.get(id) ?? Number.POSITIVE_INFINITY) >= relockMs
    const dead = rows.filter(isDead).map(({ id }) => id)
    suspects = new Map(rows.map(({ id }) => [id, suspects.get(id) ?? now]))
    if (dead.length === 0) return
    await connection.query(freeJobs, [dead])
    log.warn({ runs: dead }, 'freed the jobs of workers that have ended')
  }
}

async function freeEndedRuns(connection: pg.PoolClient, { unlock }: Pick<LockHolder, 'unlock'>, ended: Set<string>) {
  for (const id of [...ended]) {
    await unlock(connection, id)
    await connection.query(freeJobs, [[id]])
    ended.delete(id)
  }
}

/** `worker` may use the queue's tables; one of its connections is kept. */
export function startWorkerHeartbeat(
  worker: pg.Pool,
  log: FastifyBaseLogger,
  { everyMs = EVERY_MS, relockMs = RELOCK_MS }: Partial<HeartbeatTimes> = {},
) {
  const ids = new Set<string>()
  /** Ended runs of this process whose jobs are not free yet. */
  const ended = new Set<string>()
  let [hasStarted, stopped] = [false, false]
  let timer: NodeJS.Timeout | undefined
  const clock = missingLockClock(relockMs)
  const holder = lockHolder(worker, ids, clock, () => schedule(0))
  const freeDead = deadRunsFinder(ids, holder.losses, relockMs, log)

  const freeEnded = (connection: pg.PoolClient) => freeEndedRuns(connection, holder, ended)
  const check = () =>
    holder.whileNoRunStarts(async (connection) => {
      await freeEnded(connection)
      await freeDead(connection)
    })
  const schedule = (milliseconds: number, failures = 0) => {
    clearTimeout(timer)
    if (stopped) return
    const failed = (err: unknown) => {
      if (failures % FAILURES_PER_LINE === 0) log.warn({ err }, 'could not take or check the worker locks; retrying')
      schedule(Math.min(backoffMs(failures), LONGEST_RETRY_MS), failures + 1)
    }
    timer = setTimeout(() => void check().then(() => schedule(everyMs), failed), milliseconds).unref()
  }
  schedule(everyMs)

  return {
    /** One check: frees the jobs of the runs whose lock was free at an earlier one, too. */
    freeDeadRuns: check,
    /** Resolves when the locks of this process have been missing for so long that others may free its jobs: it must take no more. */
    locksLost: clock.lost,
    /** Starts a run and takes its lock. The first start is also a check. The run locks its jobs by its `id`. */
    async startRun<T extends { id: string }>(start: () => Promise<T>): Promise<T> {
      let run: Promise<T> | undefined
      const work = holder.whileNoRunStarts(async (connection) => {
        if (!hasStarted) await freeDead(connection)
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
        schedule(0)
      })
      return run as unknown as Promise<T>
    },
    /** Call it after the end of a run: frees the jobs that the run left locked. */
    async endRun(id: string) {
      ids.delete(id)
      ended.add(id)
      await holder.whileNoRunStarts(freeEnded).catch(() => schedule(0))
    },
    /** Frees the jobs of this process, which go on. Call it at the end of the process only. Returns how many they are. */
    async abandonRuns() {
      stopped = true
      clearTimeout(timer)
      const { rows } = await worker.query<{ jobs: number }>(freeJobs, [[...ids, ...ended]])
      return rows[0]?.jobs ?? 0
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await holder.close()
    },
  }
}
export type WorkerHeartbeat = ReturnType<typeof startWorkerHeartbeat>
