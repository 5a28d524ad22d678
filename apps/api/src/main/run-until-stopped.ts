/** For a process that serves or runs jobs: describes its connections, waits for a reason to stop, and stops in order. */
import { finishesWithin } from '#api/platform/kernel/with-timeout.ts'
import type { Services } from './services.ts'
import type { FreeJobs } from './stop-workers.ts'

/** Milliseconds for the last answers after PostgreSQL has stopped. Nothing else can finish, and the next start should not wait. */
const LAST_ANSWERS_MS = 500

type Say = (line: string) => void

export function describeConnections({ connections, log }: Pick<Services, 'connections' | 'log'>, say: Say): void {
  say(connections.sentence)
  if (connections.warning) log.warn(connections.warning)
}

/** Waits for `shutdown` or for the end of PostgreSQL, and stops. Returns how to free the jobs that did not end in time. */
export async function runUntilStopped(
  { databases, log }: Pick<Services, 'databases' | 'log'>,
  shutdown: Promise<string>,
  say: Say,
  stop: () => Promise<FreeJobs | undefined>,
): Promise<FreeJobs | undefined> {
  const reason = await Promise.race([shutdown, databases.ended])
  if (reason !== undefined) {
    say('Stopping')
    return stop()
  }
  log.error('PostgreSQL has stopped unexpectedly; shutting down')
  process.exitCode = 1
  await finishesWithin(LAST_ANSWERS_MS, stop())
  return undefined
}
