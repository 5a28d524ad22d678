/**
 * Work that leaves a call: put on the queue in the business transaction, done after it committed, again until it succeeds.
 * A job may run twice (a process can die after the work and before saying so), so every job is safe to repeat.
 */
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type Domain, findDomainById } from './domains.ts'
import type { Ports } from './ports.ts'

export interface JobContext {
  domain: Domain
  ports: Ports
  log: FastifyBaseLogger
  /** A short transaction of its own; none is open while a provider is asked. */
  transact<T>(work: (db: Db) => Promise<T>): Promise<T>
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

const Envelope = z.object({ domain_id: z.coerce.number().int().positive(), data: z.unknown() })

export interface WorkerParts {
  ownerPool: pg.Pool
  ports: Ports
  jobs: readonly Job[]
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
        const transact: JobContext['transact'] = (work) => inDomain(ports.pool, domain_id, work)
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

/** The queue library's own lines say nothing that ours do not. */
const quiet = new Logger(() => () => {})

/** Starts the workers; `stop()` lets running jobs finish. */
export function startWorkers({ ownerPool, concurrency = 4, ...parts }: WorkerParts): Promise<Runner> {
  return run({
    pgPool: ownerPool,
    taskList: taskList(parts),
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: quiet,
  })
}
