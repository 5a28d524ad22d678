/** Deletes sign-ups that can never become accounts, and invitation links that nobody used in time. */
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

/** Their links have expired, or another user has the email by now. */
const IS_DEAD = `r.user_id is null and (
      r.created_at < now() - interval '7 days'
      or exists (select from users u where u.domain_id = $1 and u.email_key = r.email_key))`

export const sweepSignUps = {
  task: 'onboarding.sweep_sign_ups',
  at: '53 7',
  run: deleteInBatches(
    deletionOf('sign_ups', 'id', IS_DEAD),
    deletionOf('staff_invitations', 'id', `r.used_at is null and r.expires_at < now() - interval '1 day'`),
  ),
} satisfies NightlyJob
