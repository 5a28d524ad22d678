import { z } from 'zod'
import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import { job, type NightlyJob } from '#api/platform/jobs/jobs.ts'
import { deliver } from './deliver.commands.ts'

const deliverJob = job('webhooks.deliver', z.object({ delivery_id: z.number().int() }), (context, { delivery_id }) =>
  deliver(context, delivery_id),
)

export const webhooksJobs = [deliverJob]

const oldDeliveries = `
  delete from webhook_deliveries where domain_id = $1 and id in (
    select d.id
    from webhook_deliveries d
    where d.domain_id = $1
      and d.created_at < now() - interval '30 days'
      and d.state <> 'waiting'
    limit $2)
  returning id`

export const sweepDeliveries = {
  task: 'webhooks.sweep_deliveries',
  at: '21 8',
  run: deleteInBatches(oldDeliveries),
} satisfies NightlyJob
