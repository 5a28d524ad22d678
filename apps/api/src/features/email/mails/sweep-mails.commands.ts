/** Deletes rows of the log of mails after 180 days. */
import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

const OLD_MAILS = `
  delete from mails
  where domain_id = $1 and id in (
    select m.id
    from mails m
    where m.domain_id = $1 and m.queued_at < now() - interval '180 days'
    limit $2)
  returning id`

export const sweepMails = { task: 'email.sweep_mails', at: '41 7', run: deleteInBatches(OLD_MAILS) } satisfies NightlyJob
