/** Invites people by mail. The mail has a link to set a password, which proves that the invited person reads this mailbox. */
import type { NewAdmin } from '@vialdesk/contract/people'
import type { Db } from '#api/db/db.ts'
import { createMember } from '#api/features/onboarding/create-account.commands.ts'
import { notifyOfNewAdmin } from '#api/features/onboarding/sign-up/create-from-form.commands.ts'
import { invalidatePasswordLinks, sendPasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { auditedPatient, lockUser } from './people.queries.ts'

/** Invites an admin and notifies the other admins. Returns the id. */
export async function inviteAdmin(db: Db, auditActor: AuditActor, input: NewAdmin): Promise<number> {
  const id = await createMember(db, auditActor, 'admin', input)
  await notifyOfNewAdmin(db, 'Another admin invited a new admin.', id)
  return id
}

/** Mails the invitation again, with a new link; the earlier links are dead. Returns the email. */
export async function remindUser(db: Db, auditActor: AuditActor, id: number): Promise<string> {
  const user = await lockUser(db, id)
  if (!user.active) fail('conflict', { message: 'This user is inactive. Activate the account first.' })
  if (user.password_hash !== null)
    fail('conflict', { message: 'This user has set a password already. Send a password link instead.' })
  await invalidatePasswordLinks(db, id)
  await sendPasswordLink(db, id, 'welcome')
  audit(db, auditActor, { type: 'account.invited_again', subject: id, ...auditedPatient(user) })
  return user.email
}
