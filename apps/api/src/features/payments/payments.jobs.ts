import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import { job, type NightlyJob } from '#api/platform/jobs/jobs.ts'
import { applyNotice, Notice } from './webhook/apply-notice.commands.ts'
import { NOTICE_JOB } from './webhook/receive-notice.commands.ts'

const applyNoticeJob = job(NOTICE_JOB, Notice, applyNotice)

export const paymentsJobs = [applyNoticeJob]

/** A gateway repeats a notice for some days. */
const oldNotices = `
  delete from payment_webhook_events where domain_id = $1 and (gateway, event_id) in (
    select e.gateway, e.event_id
    from payment_webhook_events e
    where e.domain_id = $1 and e.received_at < now() - interval '30 days'
    limit $2)
  returning event_id`

export const sweepPaymentNotices = {
  task: 'payments.sweep_notices',
  at: '11 8',
  run: deleteInBatches(oldNotices),
} satisfies NightlyJob
