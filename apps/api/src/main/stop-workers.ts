import type { FastifyBaseLogger } from 'fastify'
import type { Workers } from '#api/platform/jobs/jobs.ts'
import { finishesWithin } from '#api/platform/kernel/with-timeout.ts'
import { GRACE_MS } from './shutdown.ts'

/** Milliseconds that the database gets to free the jobs. Without it, other processes free them a few seconds later. */
const ABANDON_MS = 2000

interface Times {
  graceMs?: number
  abandonMs?: number
}

/** Frees the jobs that still run, so that other processes start them at once. */
export type FreeJobs = () => Promise<void>

/**
 * Lets running jobs finish, up to a time limit. Returns how to free the others, or undefined. The jobs go on, so free them directly
 * before the process ends: another process may start them at once.
 */
export async function stopWorkers(
  workers: Workers | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { graceMs = GRACE_MS, abandonMs = ABANDON_MS }: Times = {},
): Promise<FreeJobs | undefined> {
  if (!workers) return undefined
  let ended = false
  const stopped = workers.stop().then(() => {
    ended = true
  })
  if (await finishesWithin(graceMs, stopped)) return undefined
  return async () => {
    if (ended) return
    const failed = (err?: unknown) => log.warn({ err }, 'could not free the jobs that did not end in time; others do so later')
    if (!(await finishesWithin(abandonMs, workers.abandon().catch(failed)))) failed()
  }
}
