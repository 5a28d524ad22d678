/** Refuses a sign-up before its email is verified. A verified staff user is removed from the center instead. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import {
  eraseVerificationMailsOf,
  eraseVerificationMailsOfKind,
} from '#api/features/sessions/verification/send-verification.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { deleteInBatches, deletionOf } from '#api/platform/jobs/delete-in-batches.ts'
import type { NightlyJob } from '#api/platform/jobs/jobs.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { getSignUp } from './sign-ups.queries.ts'

const DELETE_PENDING = `
  delete from sign_ups
  where domain_id = $1 and id = $2 and user_id is null
  returning id`

export async function refuseSignUp(db: Db, viewer: Viewer, id: number): Promise<void> {
  const { subscription } = await getSignUp(db, viewer, id)
  await eraseVerificationMailsOf(db, id)
  const deleted = await db.rows(DELETE_PENDING, [db.domainId, id])
  if (deleted.length === 0) fail('conflict', { message: 'The email of this sign-up is confirmed already. Reload the page.' })
  audit(db, { type: 'sign_up.refused', after: { sign_up: id, subscription } })
}

const DELETE_WAITING = `
  delete from sign_ups
  where domain_id = $1 and subscription = $2 and user_id is null
  returning id`

/** Call it when the domain password changes: the people who knew the old one must not become admins by a form that waits. */
export async function endAdminSignUps(db: Db): Promise<void> {
  const subscription = membershipIds.admin
  await eraseVerificationMailsOfKind(db, subscription)
  for (const { id } of await db.rows<{ id: number }>(DELETE_WAITING, [db.domainId, subscription]))
    audit(db, { type: 'sign_up.refused', after: { sign_up: id, subscription } })
}

/** Their links have expired, or another user has the email by now. */
const IS_DEAD = `r.user_id is null and (
      r.created_at < now() - interval '7 days'
      or exists (select from users u where u.domain_id = $1 and u.email_key = r.email_key))`

/** Deletes sign-ups that can never become accounts, and invitation links that nobody used in time. */
export const sweepSignUps = {
  task: 'onboarding.sweep_sign_ups',
  at: '53 7',
  run: deleteInBatches(
    deletionOf('sign_ups', 'id', IS_DEAD),
    deletionOf('staff_invitations', 'id', `r.used_at is null and r.expires_at < now() - interval '1 day'`),
  ),
} satisfies NightlyJob
