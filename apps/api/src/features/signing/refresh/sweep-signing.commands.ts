/** Asks external providers at night for their open documents, in case an event was lost, and forgets old events and pages. */
import type pg from 'pg'
import { inDomain } from '#api/db/transaction.ts'
import { deleteInBatches, deletionOf, sumOverDomains } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { enqueueRefresh } from './enqueue-refresh.commands.ts'

const open = `
  select id
  from documents
  where domain_id = $1 and provider <> 'embedded' and provider_ref is not null and status = 'Pending' and step = 'waiting'
  order by id`

/** Seconds between two documents of a domain. The adapter spreads them more when the limit of the account needs it. */
const PAUSE_SECONDS = 5

export async function reconcile(worker: pg.Pool, now = Date.now()): Promise<number> {
  return sumOverDomains(worker, (domainId) =>
    inDomain(worker, domainId, async (db) => {
      const found = await db.rows<{ id: number }>(open, [domainId])
      for (const [at, { id }] of found.entries())
        await enqueueRefresh(db, id, { isNightly: true, runAt: new Date(now + at * PAUSE_SECONDS * 1000) })
      return found.length
    }),
  )
}

export const reconcileDocuments: NightlyJob = { task: 'signing.reconcile', at: '7 6', run: (worker) => reconcile(worker) }

/** BoldSign repeats an event for one and a half days. */
export const sweepWebhookEvents = {
  task: 'signing.sweep_events',
  at: '57 7',
  run: deleteInBatches(deletionOf('signing_webhook_events', 'provider, event_id', `r.received_at < now() - interval '30 days'`)),
} satisfies NightlyJob

/** Signing pages that expired a day ago. Until then their signer reads why the page ended. */
export const sweepSigningSessions: NightlyJob = {
  task: 'signing.sweep_sessions',
  at: '52 7',
  run: deleteInBatches(deletionOf('signing_sessions', 'token_hash', `r.expires_at < now() - interval '1 day'`)),
}
