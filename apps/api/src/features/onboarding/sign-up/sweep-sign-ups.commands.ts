/** Deletes sign-ups that can never become accounts, and invitation links that nobody used in time. */
import { deleteInBatches } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'

/** Their links have expired, or another user has the email by now. */
const DEAD_SIGN_UPS = `
  delete from sign_ups
  where domain_id = $1 and id in (
    select s.id
    from sign_ups s
    where s.domain_id = $1
      and s.user_id is null
      and (
        s.created_at < now() - interval '7 days'
        or exists (select from users u where u.domain_id = $1 and u.email_key = s.email_key))
    limit $2)
  returning id`

const UNUSED_INVITATIONS = `
  delete from staff_invitations
  where domain_id = $1 and id in (
    select i.id
    from staff_invitations i
    where i.domain_id = $1 and i.used_at is null and i.expires_at < now() - interval '1 day'
    limit $2)
  returning id`

export const sweepSignUps = {
  task: 'onboarding.sweep_sign_ups',
  at: '53 7',
  run: deleteInBatches(DEAD_SIGN_UPS, UNUSED_INVITATIONS),
} satisfies NightlyJob
