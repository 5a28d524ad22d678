import type pg from 'pg'
import type { CountJobs } from '#api/platform/logging/metrics.ts'

/** A dead job has used up its attempts. Only a person retries it. */
export const IS_DEAD = 'attempts >= max_attempts and locked_at is null'

const byState = `
  select count(*) filter (where ${IS_DEAD})::int as dead,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now())::int as scheduled,
    count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now())::int as ready
  from graphile_worker.jobs`

/** Counts the jobs by state. `worker` may read the queue's tables. */
export const countJobs =
  (worker: pg.Pool): CountJobs =>
  async () => {
    const { rows } = await worker.query<Awaited<ReturnType<CountJobs>>>(byState)
    return rows[0] ?? { ready: 0, scheduled: 0, running: 0, dead: 0 }
  }
