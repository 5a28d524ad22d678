/**
 * Keeps the queue library at work. Each of its runs locks jobs under an id of its own. After a failed statement nobody knows what a run
 * holds: it may have locked a job and never heard of it. So the run is replaced: it takes no more jobs, finishes those that it has, and
 * what it then still holds is set free.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type ParsedCronItem, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { backoffMs, LONGEST_WAIT_MS } from './backoff.ts'
import type { LivingWorkers } from './living-workers.ts'
import { openQueueConnections } from './queue-connections.ts'

export interface QueueRun {
  id: string
  /** Resolves when the run has to be replaced: a statement failed, or the run ended by itself. */
  spoiled: Promise<void>
  /** Takes no more jobs and resolves when the running ones have ended. */
  stop(): Promise<void>
  /** Does not insist any longer on writing how jobs ended. */
  giveUp(): void
}

export interface RunOptions {
  ownerPool: pg.Pool
  taskList: TaskList
  parsedCronItems: ParsedCronItem[]
  concurrency: number
  log: FastifyBaseLogger
}

/** How long a stop may wait for a database that does not answer. */
const STOP_PATIENCE_MS = 5000

/** The queue library's own lines say nothing that ours do not. */
const quiet = new Logger(() => () => {})

/** The library sets this exit code when the queue's tables are newer than it is. The run is replaced, and the process goes on. */
const TABLES_ARE_NEWER = 57

export async function startRun({ ownerPool, log, ...options }: RunOptions): Promise<QueueRun> {
  const connections = openQueueConnections(ownerPool, options.concurrency + 2, log)
  const events: WorkerEvents = new EventEmitter()
  const ended = Promise.withResolvers<void>()
  const { exitCode } = process
  const restoreExitCode = () => {
    if (process.exitCode === TABLES_ARE_NEWER) process.exitCode = exitCode
  }
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  events.on('pool:gracefulShutdown', restoreExitCode)
  events.on('pool:release', () => ended.resolve())
  const fixed = { pgPool: connections.pool, pollInterval: 2000, noHandleSignals: true, logger: quiet, events }
  const runner = await run({ ...options, ...fixed }).catch(async (error) => {
    restoreExitCode()
    await connections.close()
    throw error
  })
  const stop = async () => {
    // Its promise is not waited for: it rejects after an end by itself, and is late while the crontab waits to try again.
    runner.stop().catch(() => {})
    await ended.promise
    await connections.close()
  }
  let stopped: Promise<void> | undefined
  return {
    id,
    spoiled: Promise.race([ended.promise, connections.broken]),
    stop: () => (stopped ??= stop()),
    giveUp: connections.giveUp,
  }
}

/** Starts a run and replaces it whenever it is spoiled, until `stop`, which lets running jobs finish. Rejects when the first start fails. */
export async function keepRunning(living: LivingWorkers, start: () => Promise<QueueRun>, log: FastifyBaseLogger) {
  const runs = new Set<QueueRun>()
  const retiring = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  const told = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

  const begin = async () => {
    const begun = await living.begin(start)
    runs.add(begun)
    return begun
  }
  const retire = (old: QueueRun) => {
    const done = old
      .stop()
      .then(() => living.finish(old.id))
      .catch((err) => log.error({ err }, 'a run of the job queue could not be ended'))
      .finally(() => {
        runs.delete(old)
        retiring.delete(done)
      })
    retiring.add(done)
  }
  const replace = async (failures: number): Promise<QueueRun | undefined> => {
    await pause(backoffMs(failures), undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    try {
      return await begin()
    } catch (err) {
      log.warn({ err }, 'the job queue could not be started; trying again')
      return replace(failures + 1)
    }
  }
  const watch = async (first: QueueRun) => {
    let current: QueueRun | undefined = first
    for (let failures = 0; current; failures++) {
      const began = performance.now()
      await Promise.race([current.spoiled, told])
      if (signal.aborted) return
      if (performance.now() - began > LONGEST_WAIT_MS) failures = 0
      log.warn('the job queue had trouble with the database; it is started again')
      retire(current)
      current = await replace(failures)
    }
  }
  const watching = watch(await begin())

  const stopAll = () => Promise.all([...runs].map((each) => each.stop()))
  return {
    async stop() {
      stopping.abort()
      const impatience = setTimeout(() => {
        for (const each of runs) each.giveUp()
      }, STOP_PATIENCE_MS)
      await stopAll()
      // A start that was under way may have added one.
      await watching
      await stopAll()
      await Promise.all(retiring)
      clearTimeout(impatience)
    },
  }
}
