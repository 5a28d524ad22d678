/** All kinds of jobs. */
import { accountsJobs } from './features/accounts/accounts.jobs.ts'
import { checkoutJobs } from './features/checkout/checkout.jobs.ts'
import { noticesJobs } from './features/notices/notices.jobs.ts'
import { sweepNotices } from './features/notices/notices.sweep.ts'
import { onboardingJobs } from './features/onboarding/onboarding.jobs.ts'
import { sessionsJobs } from './features/sessions/sessions.jobs.ts'
import { sweepSessions } from './features/sessions/sessions.sweep.ts'
import { shippingJobs } from './features/shipping/shipping.jobs.ts'
import type { Job, NightlyJob } from './platform/jobs.ts'
import { clearCounters } from './platform/rate-limits.ts'
import { sweepFiles } from './platform/stored-files.ts'

export const jobs: readonly Job[] = [
  ...accountsJobs,
  ...checkoutJobs,
  ...onboardingJobs,
  ...noticesJobs,
  ...sessionsJobs,
  ...shippingJobs,
]
export const nightly: readonly NightlyJob[] = [clearCounters, sweepFiles, sweepNotices, sweepSessions]
