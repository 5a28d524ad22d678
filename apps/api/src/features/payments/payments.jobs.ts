import { applyNotice, NOTICE_JOB, Notice } from '#api/features/payments/webhook/apply-notice.commands.ts'
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import { job, type NightlyJob } from '#api/platform/jobs/jobs.ts'

const applyNoticeJob = job(NOTICE_JOB, Notice, applyNotice)

export const paymentsJobs = [applyNoticeJob]

/** A gateway repeats a notice for some days. */
export const sweepPaymentNotices = {
  task: 'payments.sweep_notices',
  at: '11 8',
  run: deleteInBatches(deletionOf('payment_webhook_events', 'gateway, event_id', `r.received_at < now() - interval '30 days'`)),
} satisfies NightlyJob
