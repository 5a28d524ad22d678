/**
 * Which workers are alive. The queue itself would keep the jobs of a worker that was killed for four hours. Here every process
 * stands for its workers with advisory locks on a connection of its own: PostgreSQL lets them go when the process dies, however
 * it dies. Whoever starts, and everyone once a minute, sets the jobs free whose worker nobody stands for.
 */
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'

const EVERY_MS = 60_000

/** Nobody looks for the dead while somebody starts: new workers may take a job before they are stood for. */
const STARTING = `hashtextextended('vialdesk workers are starting', 0)`
const lockOf = (id: string) => `hashtextextended('vialdesk worker ' || ${id}, 0)`

const lockAll = `select pg_advisory_lock_shared(${lockOf('id')}) from unnest($1::text[]) id`
const lockedBy = `
  select locked_by as id from graphile_worker._private_jobs where locked_by is not null
  union select locked_by from graphile_worker._private_job_queues where locked_by is not null`
/** A lock that can be had is nobody's, or our own; it is given back with the transaction. */
const free = `
  select graphile_worker.force_unlock_workers(array(
    select id from (${lockedBy}) holders where id <> all($1) and pg_try_advisory_xact_lock(${lockOf('id')})))`

async function whileNobodyStarts<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query(`select pg_advisory_lock(${STARTING})`)
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${STARTING})`)
  }
}

/**
 * Sets the jobs of dead workers free, starts workers (`start` fills `ids` with theirs) and stands for them until `stop`.
 * `owner` owns the queue's tables; one of its connections is kept.
 */
export async function standForWorkers<T>(
  owner: pg.Pool,
  log: FastifyBaseLogger,
  ids: readonly string[],
  start: () => Promise<T>,
) {
  let client: pg.PoolClient | undefined
  let stopped = false
  let turn: Promise<unknown> = Promise.resolve()
  /** Given back once: a PostgreSQL that shuts down breaks connections that are being closed already. */
  const letGo = () => {
    const held = client
    client = undefined
    held?.release(true)
  }
  const connect = async () => {
    const made = await owner.connect()
    // A broken connection has lost its locks; the next look takes them anew on another.
    made.on('error', () => {
      if (client === made) letGo()
    })
    client = made
    return made
  }
  const look = async () => {
    const known = client
    const held = known ?? (await connect())
    await whileNobodyStarts(held, async () => {
      if (!known) await held.query(lockAll, [ids])
      await held.query(free, [ids])
    })
  }
  const first = await connect()
  const started = await whileNobodyStarts(first, async () => {
    await first.query(free, [ids])
    const runner = await start()
    await first.query(lockAll, [ids])
    return runner
  }).catch((error) => {
    letGo()
    throw error
  })
  const timer = setInterval(() => {
    turn = turn
      .then(() => (stopped ? undefined : look()))
      .catch((err) => log.warn({ err }, 'dead workers could not be looked for'))
  }, EVERY_MS)
  timer.unref()
  return {
    started,
    look,
    async stop() {
      stopped = true
      clearInterval(timer)
      await turn
      // Its locks would end with the connection, but a moment later than whoever starts next may look.
      await client?.query('select pg_advisory_unlock_all()').catch(() => undefined)
      letGo()
    },
  }
}
