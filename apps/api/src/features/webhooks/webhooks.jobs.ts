import { z } from 'zod'
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import { job, type NightlyJob } from '#api/platform/jobs/jobs.ts'
import { deliver } from './deliver.commands.ts'

const deliverJob = job('webhooks.deliver', z.object({ delivery_id: z.number().int() }), (context, { delivery_id }) =>
  deliver(context, delivery_id),
)

export const webhooksJobs = [deliverJob]

/**
 * A process that is killed in the last attempt of a job leaves a delivery that nothing sends again. It has no job, or one without
 * attempts left.
 */
const LOST_DELIVERIES = `
  update webhook_deliveries
  set state = 'failed', problem = 'The attempt was interrupted. Deliver the event again.'
  where domain_id = $1 and id in (
    select d.id
    from webhook_deliveries d
    where d.domain_id = $1
      and d.state = 'waiting'
      and not exists (
        select
        from graphile_worker.jobs j
        where j.key = 'webhooks.deliver:' || d.domain_id || ':' || d.id
          and (j.attempts < j.max_attempts or j.locked_at is not null))
    limit $2)
  returning id`

export const sweepDeliveries = {
  task: 'webhooks.sweep_deliveries',
  at: '21 8',
  run: deleteInBatches(
    LOST_DELIVERIES,
    deletionOf('webhook_deliveries', 'id', `r.created_at < now() - interval '30 days' and r.state <> 'waiting'`),
  ),
} satisfies NightlyJob
