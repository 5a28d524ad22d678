/** Every kind of job there is. */
import { sessionsJobs } from './features/sessions/sessions.jobs.ts'
import type { Job } from './platform/jobs.ts'

export const jobs: readonly Job[] = [...sessionsJobs]
