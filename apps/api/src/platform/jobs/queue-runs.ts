/**
 * Keeps the queue library running. Each run of the library locks jobs under its own id. After a failed statement it is
 * unknown which jobs a run has locked: it may have locked a job without receiving the answer. So the run is replaced: it
 * takes no more jobs, finishes its jobs, and then its remaining locks are released.
 */
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, type ParsedCronItem, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { backoffMs, failuresAfterRun } from '#api/platform/kernel/backoff.ts'
import { openQueueConnections } from './queue-connections.ts'
import type { WorkerHeartbeat } from './worker-heartbeat.ts'

export interface RunOptions {
  workerPool: pg.Pool
  taskList: TaskList
  parsedCronItems: ParsedCronItem[]
  concurrency: number
  /** Database connections. */
  queueConnections: number
  log: FastifyBaseLogger
}

/** Milliseconds that a stop may wait for a database that does not answer. */
const STOP_TIMEOUT_MS = 5000

/** The library's own log lines add nothing to ours. */
const quiet = new Logger(() => () => {})

/**
 * The library sets this exit code if the queue's tables are newer than itself. The run is replaced, and the process goes on.
 */
const TABLES_ARE_NEWER = 57

export async function startRun({ workerPool, queueConnections, log, ...options }: RunOptions) {
  const connections = openQueueConnections(workerPool, queueConnections, log)
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
    // This promise is not awaited: it rejects after the run ended by itself, and resolves late while the crontab waits for a
    // retry.
    runner.stop().catch(() => {})
    await ended.promise
    await connections.close()
  }
  let stopped: Promise<void> | undefined
  return {
    id,
    /** Resolves when the run must be replaced: a statement failed, or the run ended by itself. */
    broken: Promise.race([ended.promise, connections.broken]),
    /** Takes no more jobs and resolves when the running ones have ended. */
    stop: () => (stopped ??= stop()),
    /** Stops repeating the statements that end jobs. */
    stopRetrying: connections.stopRetrying,
  }
}
export type QueueRun = Awaited<ReturnType<typeof startRun>>

/** Starts a run and replaces it when needed, until `stop`, which waits for running jobs. Returns after the first start or its failure. */
export async function keepRunning(heartbeat: WorkerHeartbeat, start: () => Promise<QueueRun>, log: FastifyBaseLogger) {
  const runs = new Set<QueueRun>()
  const retiring = new Set<Promise<void>>()
  const stopping = new AbortController()
  const { signal } = stopping
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

  const begin = async (): Promise<QueueRun | undefined> => {
    try {
      const begun = await heartbeat.startRun(start)
      runs.add(begun)
      return begun
    } catch (err) {
      log.warn({ err }, 'could not start the job queue; retrying')
      return undefined
    }
  }
  const retire = (old: QueueRun) => {
    const done = old
      .stop()
      .then(() => heartbeat.endRun(old.id))
      .catch((err) => log.error({ err }, 'could not end a run of the job queue'))
      .finally(() => {
        runs.delete(old)
        retiring.delete(done)
      })
    retiring.add(done)
  }
  const replace = async (failures: number): Promise<QueueRun | undefined> => {
    await pause(backoffMs(failures), undefined, { signal }).catch(() => {})
    if (signal.aborted) return undefined
    return (await begin()) ?? replace(failures + 1)
  }
  const watch = async (first: QueueRun | undefined) => {
    let current = first ?? (await replace(0))
    let failures = 0
    while (current) {
      const began = performance.now()
      await Promise.race([current.broken, heartbeat.locksLost(), aborted])
      if (signal.aborted) return
      failures = failuresAfterRun(failures, performance.now() - began)
      log.warn('the job queue failed; restarting it')
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
        for (const each of runs) each.stopRetrying()
      }, STOP_TIMEOUT_MS)
      await stopAll()
      // A start that was in progress may have added a run.
      await watching
      await stopAll()
      await Promise.all(retiring)
      clearTimeout(impatience)
    },
  }
}
