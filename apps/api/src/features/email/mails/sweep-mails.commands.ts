/**
 * Deletes rows of the log of mails after 180 days, and ends those that wait for nothing. Erases the secrets of expired links from the
 * mails that the portal keeps itself.
 */
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

/** The process was killed during the last try of the job, or during the call that sends the mail. */
const LOST_MAILS = `
  update mails
  set status = 'refused',
    reason = 'The portal stopped while it was sending this mail. It may have arrived.',
    done_at = now()
  where domain_id = $1 and id in (
    select m.id
    from mails m
    where m.domain_id = $1
      and m.status = 'queued'
      and (m.job_number is not null or m.queued_at < now() - interval '1 hour')
      and not exists (
        select
        from graphile_worker._private_jobs j
        where j.id = m.job_number and (j.attempts < j.max_attempts or j.locked_at is not null))
    limit $2)
  returning id`

const EXPIRED_SECRETS = `
  update mail_outbox
  set sealed_secret = null
  where domain_id = $1 and id in (
    select o.id
    from mail_outbox o
    where o.domain_id = $1 and o.sealed_secret is not null and o.secret_expires_at < now()
    limit $2)
  returning id`

export const sweepMails = {
  task: 'email.sweep_mails',
  at: '41 7',
  run: deleteInBatches(deletionOf('mails', 'id', `r.queued_at < now() - interval '180 days'`), LOST_MAILS, EXPIRED_SECRETS),
} satisfies NightlyJob
