/** Invites people by mail. The mail has a link to set a password, which proves that the invited person reads this mailbox. */
import type { NewAdmin } from '@vialdesk/contract/people/people'
import type { Db } from '#api/db/db.ts'
import { invitationPolicy } from '#api/features/accounts/invitations/invitations.policy.ts'
import { named } from '#api/features/notices/notify.commands.ts'
import { createMember } from '#api/features/onboarding/create-account.commands.ts'
import { notifyOfNewAdmin } from '#api/features/onboarding/sign-up/create-from-form.commands.ts'
import { endSessionsOfUser, revokeAccessTokensOf } from '#api/features/sessions/end-session.commands.ts'
import { endLinks, invite } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { assertVisibleUser } from '#api/features/visibility/visible.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit, auditedPatient } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { findRecentInvitations, lockUser } from './people.queries.ts'

/** Invites an admin and notifies the other admins. Returns the id. */
export async function inviteAdmin(db: Db, input: NewAdmin): Promise<number> {
  const id = await createMember(db, 'admin', input)
  await notifyOfNewAdmin(db, `Another admin invited ${named('somebody')} as an admin.`, id)
  return id
}

/** Seconds in which a second request is a double click: the mail is on its way. */
const REPEAT_SECONDS = 30
/** Invitations of one person in a day, by all inviters together. */
const MAX_INVITATIONS = 5

/**
 * Mails the invitation again, with a new link; the earlier links end. A double click sends one mail. Returns the email. Fails with
 * too_many after five invitations in a day.
 */
export async function remindUser(db: Db, actor: Actor, id: number): Promise<string> {
  await assertVisibleUser(db, actor, id)
  const user = await lockUser(db, id)
  invitationPolicy.assertCan(actor, 'invite', user)
  if (!user.active) fail('conflict', { message: 'This user is inactive. Activate the account first.' })
  if (user.password_hash !== null)
    fail('conflict', {
      message:
        actor.role === 'admin'
          ? 'This user has set a password already. Send a password link instead.'
          : 'This person has set a password already.',
    })
  const { is_repeat, invitations, wait } = await findRecentInvitations(db, id, { repeat: REPEAT_SECONDS, most: MAX_INVITATIONS })
  if (is_repeat) return user.email
  if (invitations >= MAX_INVITATIONS)
    fail('too_many', {
      message: `This person was invited ${MAX_INVITATIONS} times in the last 24 hours. Try again later.`,
      headers: { 'retry-after': String(wait) },
    })
  await endLinks(db, id)
  await invite(db, [id])
  audit(db, { type: 'account.invited_again', subject: id, ...auditedPatient(user) })
  return user.email
}

/** Ends all sessions and access tokens of a user, and the sessions of others in the account. The caller's own session stays open. */
export async function endAllSessions(db: Db, actor: Actor, id: number): Promise<void> {
  // A login locks the user, too. So a login that runs at the same time is either ended here or starts after this call.
  const user = await lockUser(db, id)
  await endSessionsOfUser(db, id, actor.sessionId)
  await revokeAccessTokensOf(db, id)
  audit(db, { type: 'session.ended_by_admin', subject: id, ...auditedPatient(user) })
}
