/** Background jobs of all domains, for admins of the installation. */
import { z } from 'zod'
import { call } from './call.ts'
import { Id, Message, pageOf, paging, singleLine, Timestamp } from './primitives.ts'

/** `waiting`: due or to be retried. `dead`: all attempts failed. */
export const JobState = z.enum(['waiting', 'dead'])
export type JobState = z.infer<typeof JobState>

/** A job. Its data and the text of its error may name a person, so they are not shown. */
export const JobRow = z.object({
  id: Id,
  task: z.string(),
  domain: z.object({ id: Id, name: z.string() }).nullable(),
  state: JobState,
  attempts: z.number().int(),
  max_attempts: z.number().int(),
  created_at: Timestamp,
  /** The next attempt; of a dead job, its last one. */
  run_at: Timestamp,
  /** The kind of the last error. */
  error: z.string(),
})
export type JobRow = z.infer<typeof JobRow>

export const JobFilter = paging(20).extend({ state: JobState.optional(), task: singleLine(80).optional() })
export type JobFilter = z.infer<typeof JobFilter>

export const operations = {
  jobs: call('GET /api/v1/jobs/', {
    summary: 'Waiting and dead jobs of the installation, dead ones first',
    query: JobFilter,
    answer: pageOf(JobRow).extend({ waiting: z.number().int(), dead: z.number().int() }),
    usesProviders: true,
  }),
  retry: call('POST /api/v1/jobs/{id}/retry/', { summary: 'Run a job again now', answer: Message, usesProviders: true }),
}
