import type { Workers } from '#api/platform/jobs/jobs.ts'
import { finishesWithin } from './finishes-within.ts'
import { GRACE_MS } from './shutdown.ts'

/** Milliseconds that the database gets to free the jobs. Without it, other processes free them a few seconds later. */
const ABANDON_MS = 2000

/** Lets running jobs finish, up to a time limit. Other processes may start the rest at once. */
export async function stopWorkers(workers: Workers | undefined, graceMs = GRACE_MS, abandonMs = ABANDON_MS): Promise<void> {
  if (!workers || (await finishesWithin(graceMs, workers.stop()))) return
  await finishesWithin(
    abandonMs,
    workers.abandon().catch(() => {}),
  )
}
