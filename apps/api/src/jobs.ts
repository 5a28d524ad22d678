/** Every kind of job there is. */
import { checkoutJobs } from './features/checkout/checkout.jobs.ts'
import { sessionsJobs } from './features/sessions/sessions.jobs.ts'
import type { Job } from './platform/jobs.ts'

export const jobs: readonly Job[] = [...checkoutJobs, ...sessionsJobs]
