/** All background jobs and nightly jobs. */
import { accountsJobs } from '#api/features/accounts/accounts.jobs.ts'
import { keepAuditHeads } from '#api/features/audit/keep-heads.commands.ts'
import { checkoutJobs } from '#api/features/checkout/checkout.jobs.ts'
import { documentsJobs } from '#api/features/documents/documents.jobs.ts'
import { followUpDocuments } from '#api/features/documents/sending/follow-up.commands.ts'
import { sweepMails } from '#api/features/email/mails/sweep-mails.commands.ts'
import { sendQuestion } from '#api/features/notices/questions/send-question.jobs.ts'
import { sweepNotices } from '#api/features/notices/read-notices.commands.ts'
import { onboardingJobs } from '#api/features/onboarding/onboarding.jobs.ts'
import { sweepSignUps } from '#api/features/onboarding/sign-up/refuse-sign-up.commands.ts'
import { paymentsJobs, sweepPaymentNotices } from '#api/features/payments/payments.jobs.ts'
import { sweepSessions } from '#api/features/sessions/end-session.commands.ts'
import { sessionsJobs } from '#api/features/sessions/sessions.jobs.ts'
import { shippingJobs } from '#api/features/shipping/shipping.jobs.ts'
import { refreshJobs } from '#api/features/signing/refresh/refresh.jobs.ts'
import {
  reconcileDocuments,
  sweepSigningSessions,
  sweepWebhookEvents,
} from '#api/features/signing/refresh/sweep-signing.commands.ts'
import { sealJobs } from '#api/features/signing/seal/seal.jobs.ts'
import { sweepEditorSessions, templatesJobs } from '#api/features/templates/templates.jobs.ts'
import { transactionsJobs } from '#api/features/transactions/transactions.jobs.ts'
import { sweepDeliveries, webhooksJobs } from '#api/features/webhooks/webhooks.jobs.ts'
import { sweepFiles } from '#api/platform/files/stored-files.ts'
import { sweepRateLimits } from '#api/platform/http/limits/rate-limits.ts'
import { mailJobs } from '#api/platform/jobs/erase-mail-secret.ts'
import type { Job, NightlyJob } from '#api/platform/jobs/jobs.ts'

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
