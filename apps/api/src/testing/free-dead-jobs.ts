import { pino } from 'pino'
import { startWorkerHeartbeat } from '#api/platform/jobs/worker-heartbeat.ts'
import type { TestPortal } from './test-portal.ts'

/** Frees the jobs of killed processes, as the checks of a living process would do a few seconds later. */
export async function freeDeadJobs({ worker }: Pick<TestPortal, 'worker'>): Promise<void> {
  const heartbeat = startWorkerHeartbeat(worker, pino({ level: 'silent' }), { relockMs: 0 })
  await heartbeat.freeDeadRuns()
  await heartbeat.freeDeadRuns()
  await heartbeat.stop()
}
