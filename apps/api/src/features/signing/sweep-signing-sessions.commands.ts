import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

/** Signing pages that expired a day ago. Until then their signer reads why the page ended. */
const expired = `
  delete from signing_sessions
  where (domain_id, token_hash) in (
    select domain_id, token_hash
    from signing_sessions
    where domain_id = $1 and expires_at < now() - interval '1 day'
    order by expires_at
    limit $2)
  returning 1`

export const sweepSigningSessions: NightlyJob = {
  task: 'signing.sweep_sessions',
  at: '52 7',
  run: deleteInBatches(expired),
}
