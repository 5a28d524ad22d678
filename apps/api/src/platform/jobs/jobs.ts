/**
 * Background work of a call: queued in the business transaction, run after its commit, retried until it succeeds. A job may
 * run twice, because a process can die after the work and before the queue knows of it. So every job must be safe to repeat.
 */
import type { FastifyBaseLogger } from 'fastify'
import { type ParsedCronItem, parseCronItems, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'
import { openPool } from '#api/db/connection/pools.ts'
import { origin } from '#api/db/origin.ts'
import { inDomain, type RunInTransaction } from '#api/db/transaction.ts'
import { type Domain, findDomainById } from '#api/platform/access/domains.ts'
import type { RunResult } from '#api/platform/logging/metrics.ts'
import { endMailsOfJob } from '#api/platform/mail/mail-log.ts'
import { outgoingMail } from '#api/platform/mail/outgoing-mail.ts'
import { MailRefused } from '#api/platform/ports/mail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { traceJob } from '#api/platform/tracing/trace-requests.ts'
import type { Tracer } from '#api/platform/tracing/tracer.ts'
import { withErrorKind } from './error-kind.ts'
import { keepRunning, startRun } from './queue-runs.ts'
import { type HeartbeatTimes, startWorkerHeartbeat } from './worker-heartbeat.ts'

export interface JobContext {
  domain: Domain
  ports: Ports
  log: FastifyBaseLogger
  /** Opens a short transaction. None may be open during a request to a provider. */
  transact: RunInTransaction
  /** 1 on the first attempt. */
  attempt: number
  /** If this attempt fails, the job is dead: it stays in the queue and is not retried. */
  lastAttempt: boolean
  /** An admin sends a mail of the job again: it is written although it was sent before. */
  resends: boolean
}

export interface Job {
  task: string
  run(context: JobContext, data: unknown): Promise<void>
}

/** Defines a job. Its data names things by id: never personal data, a card or a token. */
export function job<Data extends z.ZodType>(
  task: string,
  data: Data,
  work: (context: JobContext, data: z.output<Data>) => Promise<void>,
): Job {
  return { task, run: async (context, given) => work(context, data.parse(given)) }
}

/** Runs at its times, however many processes there are. It belongs to no domain, and enters the domains one after another with `inDomain`. */
export interface NightlyJob {
  task: string
  /** In UTC, `minute hour`: once every night. `4,19,34,49 *` is every quarter of an hour. */
  at: string
  /** Returns how much was done, for the log. */
  run(worker: pg.Pool, ports: Ports): Promise<number>
}

const DAY_MS = 24 * 60 * 60 * 1000

const isFrequent = (at: string) => at.endsWith('*')

/**
 * The times of the nightly jobs. A portal that was off at that time runs the job once at its next start; a job that runs several times an
 * hour waits for its next time.
 */
export const crontabOf = (nightly: readonly NightlyJob[]): ParsedCronItem[] =>
  parseCronItems(
    nightly.map(({ task, at }) => ({
      task,
      match: `${at} * * *`,
      options: { backfillPeriod: isFrequent(at) ? 0 : DAY_MS },
    })),
  )

const Envelope = z.object({
  domain_id: z.coerce.number().int().positive(),
  data: z.unknown(),
  /** The job has a row in the log of mails. */
  logged: z.boolean().default(false),
  /** The mail of the log that an admin sends again. */
  resent: z.number().int().optional(),
  /** The request that queued the job, or the job that did. */
  request_id: z.string().nullish(),
  /** The span of that request, where traces are on. */
  traceparent: z.string().nullish(),
})

export interface WorkerOptions {
  workerPool: pg.Pool
  ports: Ports
  jobs: readonly Job[]
  nightly: readonly NightlyJob[]
  log: FastifyBaseLogger
  /** Called at the end of each run. */
  onRun?: ((task: string, result: RunResult, seconds: number) => void) | undefined
  /** Undefined: no traces. */
  tracer?: Tracer | undefined
  concurrency?: number
  heartbeatTimes?: Partial<HeartbeatTimes>
  /** Database connections of the queue. At least 2: one listens. */
  queueConnections?: number
  /** Database connections of the worker locks. At least 2: one holds the locks, the other frees jobs at a stop. */
  lockConnections?: number
}

/** Ends the rows of the mail log that the job leaves open. Answers whether the queue repeats the job. */
async function isRepeated(transact: RunInTransaction, log: FastifyBaseLogger, failed: FailedJob): Promise<boolean> {
  const { error, number, logged, lastAttempt, ...names } = failed
  const isRefusal = error instanceof MailRefused
  if (logged && (isRefusal || lastAttempt)) await transact((db) => endMailsOfJob(db, number, 'given_up'))
  const failure = { err: error, ...names }
  if (isRefusal) log.warn(failure, 'a mail was refused: its job is not repeated')
  else log[lastAttempt ? 'error' : 'warn'](failure, 'job failed')
  return !isRefusal
}

interface FailedJob {
  error: unknown
  task: string
  number: number
  attempt: number
  domain_id: number
  logged: boolean
  lastAttempt: boolean
}

/** Measures the run of a job until `end`. */
function beginRun(task: string, onRun: WorkerOptions['onRun']) {
  const began = performance.now()
  return { end: (result: RunResult) => onRun?.(task, result, (performance.now() - began) / 1000) }
}

/** The log of a job has the id of the request that queued it, and so have the jobs that this one queues. */
function withOrigin<T>(
  log: FastifyBaseLogger,
  requestId: string | null | undefined,
  work: (log: FastifyBaseLogger) => Promise<T>,
): Promise<T> {
  return requestId ? origin.run({ ...origin.getStore(), requestId }, () => work(log.child({ req_id: requestId }))) : work(log)
}

export function taskList(parts: Pick<WorkerOptions, 'ports' | 'jobs' | 'log' | 'onRun' | 'tracer'>): TaskList {
  return Object.fromEntries(
    parts.jobs.map((each) => [
      each.task,
      async (payload, { job }) => {
        const envelope = Envelope.parse(payload)
        const number = { number: Number(job.id), attempt: job.attempts, lastAttempt: job.attempts >= job.max_attempts }
        const run = () => withOrigin(parts.log, envelope.request_id, (log) => runJob({ ...parts, log }, each, envelope, number))
        await (parts.tracer ? traceJob(parts.tracer, { ...envelope, task: each.task, attempt: job.attempts }, run) : run())
      },
    ]),
  )
}

interface Attempt {
  number: number
  attempt: number
  lastAttempt: boolean
}

async function runJob(
  { ports, log, onRun }: Pick<WorkerOptions, 'ports' | 'log' | 'onRun'>,
  { task, run: work }: Job,
  { domain_id, data, logged, resent }: z.output<typeof Envelope>,
  { number, attempt, lastAttempt }: Attempt,
): Promise<void> {
  const domain = await findDomainById(ports.pool, domain_id)
  const transact: RunInTransaction = (statements) => inDomain(ports.pool, domain_id, statements)
  const mail = outgoingMail(ports, { number, task, data, lastAttempt, resent })
  const run = beginRun(task, onRun)
  try {
    await work({ domain, ports: { ...ports, mail }, log, transact, attempt, lastAttempt, resends: resent !== undefined }, data)
    if (logged) await transact((db) => endMailsOfJob(db, number, 'done'))
    run.end('done')
  } catch (error) {
    run.end(error instanceof MailRefused ? 'refused' : 'failed')
    const failed = { error, task, number, attempt, domain_id, logged, lastAttempt }
    if (await isRepeated(transact, log, failed)) throw withErrorKind(error)
  }
}

/** Nightly tasks by name. A failure is logged and retried like that of any job. */
function nightlyTasks({ nightly, workerPool, ports, log, onRun }: Omit<WorkerOptions, 'jobs'>): TaskList {
  return Object.fromEntries(
    nightly.map(({ task, run: work }) => [
      task,
      async () => {
        const run = beginRun(task, onRun)
        try {
          log.info({ task, done: await work(workerPool, ports) }, 'nightly job done')
          run.end('done')
        } catch (error) {
          run.end('failed')
          log.warn({ err: error, task }, 'job failed')
          throw withErrorKind(error)
        }
      },
    ]),
  )
}

/** Night work may need all connections of its pool, and the locks of the workers must not wait for it. */
const openLockPool = ({ options }: pg.Pool, max: number): pg.Pool => openPool(`${options.connectionString}`, { max })

export interface Workers {
  /** Waits for running jobs. */
  stop(): Promise<void>
  /** Gives the jobs that still run to other processes. Call it after a `stop` that takes too long, directly before the process ends. */
  abandon(): Promise<void>
}

/** Starts the workers. They survive lost connections, also at their start, and they retry the jobs of dead workers. */
export async function startWorkers({
  concurrency = 4,
  queueConnections = concurrency + 2,
  lockConnections = 2,
  heartbeatTimes,
  ...parts
}: WorkerOptions): Promise<Workers> {
  const { workerPool, nightly, log } = parts
  const tasks = { ...taskList(parts), ...nightlyTasks(parts) }
  const start = () =>
    startRun({ workerPool, taskList: tasks, parsedCronItems: crontabOf(nightly), concurrency, queueConnections, log })
  const lockPool = openLockPool(workerPool, lockConnections)
  const heartbeat = startWorkerHeartbeat(lockPool, log, heartbeatTimes)
  const running = await keepRunning(heartbeat, start, log)
  const stop = async () => {
    await running.stop()
    await heartbeat.stop()
    await lockPool.end()
  }
  const abandon = async () => {
    const abandoned = await heartbeat.abandonRuns()
    if (abandoned > 0) log.warn({ jobs: abandoned }, 'jobs did not end in time; they will run again')
  }
  return { stop, abandon }
}
