/** Background jobs of all domains, for admins of the installation. Jobs do not exist for other admins: 404. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Id, Message, pageOf, paging, singleLine, Timestamp } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

/** `waiting`: due or to be retried. `running`: a worker has it. `dead`: all attempts failed. */
export const JobState = z.enum(['waiting', 'running', 'dead'])
export type JobState = z.infer<typeof JobState>

/** A job. Its data and the text of its error may name a person, so they are not shown. */
export const JobRow = z.object({
  id: Id,
  task: z.string(),
  /** Null: a job of the whole installation. */
  domain: z.object({ id: Id, name: z.string() }).nullable(),
  state: JobState,
  attempts: z.number().int(),
  max_attempts: z.number().int(),
  created_at: Timestamp,
  /** The next attempt; of a running or dead job, its last one. */
  run_at: Timestamp,
  /** The kind of the last error, such as `ECONNREFUSED`. Blank: no attempt failed. */
  error: z.string(),
})
export type JobRow = z.infer<typeof JobRow>

export const JobFilter = paging(20).extend({ state: JobState.optional(), task: singleLine(80).optional() })
export type JobFilter = z.infer<typeof JobFilter>

const Jobs = pageOf(JobRow).extend({ waiting: z.number().int(), running: z.number().int(), dead: z.number().int() })
export type Jobs = z.infer<typeof Jobs>

export const operations = {
  jobs: call('GET /api/v1/jobs/', admin, {
    summary: 'Waiting, running and dead jobs of the installation, dead ones first',
    query: JobFilter,
    views: ['jobs'],
    answer: Jobs,
  }),
  retry: call('POST /api/v1/jobs/{id}/retry/', admin, {
    proof: proof.never('It does once more what was asked for before.'),
    summary: 'Run a waiting or dead job again now',
    answer: Message,
  }),
}
