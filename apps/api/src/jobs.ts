/** All background jobs and nightly jobs. */
import { accountsJobs } from './features/accounts/accounts.jobs.ts'
import { keepAuditHeads } from './features/audit/keep-heads.commands.ts'
import { checkoutJobs } from './features/checkout/checkout.jobs.ts'
import { documentsJobs } from './features/documents/documents.jobs.ts'
import { followUpDocuments } from './features/documents/sending/follow-up.commands.ts'
import { sweepMails } from './features/email/mails/sweep-mails.commands.ts'
import { sendQuestion } from './features/notices/questions/send-question.jobs.ts'
import { sweepNotices } from './features/notices/sweep-notices.commands.ts'
import { onboardingJobs } from './features/onboarding/onboarding.jobs.ts'
import { sweepSignUps } from './features/onboarding/sign-up/sweep-sign-ups.commands.ts'
import { paymentsJobs, sweepPaymentNotices } from './features/payments/payments.jobs.ts'
import { sessionsJobs } from './features/sessions/sessions.jobs.ts'
import { sweepSessions } from './features/sessions/sweep-sessions.commands.ts'
import { shippingJobs } from './features/shipping/shipping.jobs.ts'
import { refreshJobs } from './features/signing/refresh/refresh.jobs.ts'
import {
  reconcileDocuments,
  sweepSigningSessions,
  sweepWebhookEvents,
} from './features/signing/refresh/sweep-signing.commands.ts'
import { sealJobs } from './features/signing/seal/seal.jobs.ts'
import { sweepEditorSessions, templatesJobs } from './features/templates/templates.jobs.ts'
import { transactionsJobs } from './features/transactions/transactions.jobs.ts'
import { sweepDeliveries, webhooksJobs } from './features/webhooks/webhooks.jobs.ts'
import { sweepFiles } from './platform/files/stored-files.ts'
import { sweepRateLimits } from './platform/http/limits/rate-limits.ts'
import type { Job, NightlyJob } from './platform/jobs/jobs.ts'
import { mailJobs } from './platform/mail/erase-secret.ts'

export const jobs: readonly Job[] = [
  ...accountsJobs,
  ...checkoutJobs,
  ...documentsJobs,
  ...mailJobs,
  ...onboardingJobs,
  sendQuestion,
  ...paymentsJobs,
  ...sessionsJobs,
  ...shippingJobs,
  ...refreshJobs,
  ...sealJobs,
  ...templatesJobs,
  ...transactionsJobs,
  ...webhooksJobs,
]
export const nightly: readonly NightlyJob[] = [
  sweepRateLimits,
  sweepFiles,
  sweepNotices,
  sweepMails,
  sweepSessions,
  sweepSignUps,
  sweepEditorSessions,
  reconcileDocuments,
  sweepWebhookEvents,
  sweepPaymentNotices,
  sweepSigningSessions,
  sweepDeliveries,
  keepAuditHeads,
]
/** Run several times an hour. */
export const frequent: readonly NightlyJob[] = [followUpDocuments]
