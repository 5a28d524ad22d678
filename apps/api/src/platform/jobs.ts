/**
 * Work that leaves a call: put on the queue in the business transaction, done after it committed, again until it succeeds.
 * A job may run twice (a process can die after the work and before saying so), so every job is safe to repeat.
 */
import type { FastifyBaseLogger } from 'fastify'
import { type ParsedCronItem, parseCronItems, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'
import { inDomain, type Transact } from '#api/db/transaction.ts'
import { type Domain, findDomainById } from './domains.ts'
import { standForWorkers } from './living-workers.ts'
import type { Ports } from './ports.ts'
import { keepRunning, startRun } from './queue-runs.ts'

export interface JobContext {
  domain: Domain
  ports: Ports
  log: FastifyBaseLogger
  /** A short transaction; none is open while a provider is asked. */
  transact: Transact
  /** 1 on the first try. */
  attempt: number
  /** After this try the job is dead: it stays visible in the queue and is not tried again. */
  lastAttempt: boolean
}

export interface Job {
  task: string
  run(context: JobContext, data: unknown): Promise<void>
}

/** Payloads name things by id: never personal data, a card or a token. */
export function job<Data extends z.ZodType>(
  task: string,
  data: Data,
  work: (context: JobContext, data: z.output<Data>) => Promise<void>,
): Job {
  return { task, run: async (context, given) => work(context, data.parse(given)) }
}

/** Done every night, once however many processes there are; it belongs to no domain, and works as the owner of the tables. */
export interface NightlyJob {
  task: string
  /** In UTC, `minute hour`. */
  at: string
  /** Answers how much there was to do. */
  run(owner: pg.Pool, ports: Ports): Promise<number>
}

const DAY_MS = 24 * 60 * 60 * 1000

/** When night work is due. A portal that was switched off at that time does it at the next start, once. */
export const crontabOf = (nightly: readonly NightlyJob[]): ParsedCronItem[] =>
  parseCronItems(nightly.map(({ task, at }) => ({ task, match: `${at} * * *`, options: { backfillPeriod: DAY_MS } })))

const Envelope = z.object({ domain_id: z.coerce.number().int().positive(), data: z.unknown() })

export interface WorkerParts {
  ownerPool: pg.Pool
  ports: Ports
  jobs: readonly Job[]
  nightly: readonly NightlyJob[]
  log: FastifyBaseLogger
  concurrency?: number
}

export function taskList({ ports, jobs, log }: Pick<WorkerParts, 'ports' | 'jobs' | 'log'>): TaskList {
  return Object.fromEntries(
    jobs.map((each) => [
      each.task,
      async (payload, { job: { attempts, max_attempts } }) => {
        const { domain_id, data } = Envelope.parse(payload)
        const domain = await findDomainById(ports.pool, domain_id)
        const transact: Transact = (work) => inDomain(ports.pool, domain_id, work)
        try {
          await each.run({ domain, ports, log, transact, attempt: attempts, lastAttempt: attempts >= max_attempts }, data)
        } catch (error) {
          log[attempts >= max_attempts ? 'error' : 'warn'](
            { err: error, task: each.task, attempt: attempts, domain_id },
            'a job failed',
          )
          throw error
        }
      },
    ]),
  )
}

/** Night work by task; a failure is logged and tried again as any job's is. */
function nightlyTasks({ nightly, ownerPool, ports, log }: Omit<WorkerParts, 'jobs'>): TaskList {
  return Object.fromEntries(
    nightly.map(({ task, run: work }) => [
      task,
      async () => {
        try {
          log.info({ task, done: await work(ownerPool, ports) }, 'night work')
        } catch (error) {
          log.warn({ err: error, task }, 'a job failed')
          throw error
        }
      },
    ]),
  )
}

export interface Workers {
  /** Lets running jobs finish. */
  stop(): Promise<void>
}

/** Starts the workers. They live on whatever becomes of their connections; what workers that died had begun is begun again. */
export async function startWorkers({ concurrency = 4, ...parts }: WorkerParts): Promise<Workers> {
  const { ownerPool, nightly, log } = parts
  const tasks = { ...taskList(parts), ...nightlyTasks(parts) }
  const start = () => startRun({ ownerPool, taskList: tasks, parsedCronItems: crontabOf(nightly), concurrency, log })
  const living = standForWorkers(ownerPool, log)
  const stop = async (running?: { stop(): Promise<void> }) => {
    await running?.stop()
    await living.stop()
  }
  try {
    const running = await keepRunning(living, start, log)
    return { stop: () => stop(running) }
  } catch (error) {
    await stop()
    throw error
  }
}
