import { z } from 'zod'
import { findMailRecipient } from '#api/features/sessions/sessions.queries.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { sendMail } from '#api/platform/jobs/send-mail.ts'
import { greeting } from '#api/platform/mail/write-mail.ts'
import { findPreviousEmail } from './edit/previous-email.queries.ts'
import { mailNotice } from './visibility/mail-notices.jobs.ts'

/** Notifies the owner that an admin has set a new password. */
const mailPasswordChanged = job(
  'accounts.mail_password_changed',
  z.object({ user_id: z.number().int(), set_at: z.iso.datetime() }),
  async ({ domain, ports, transact, log }, { user_id, set_at }) => {
    const user = await transact((db) => findMailRecipient(db, user_id))
    if (!user) return log.info({ user_id }, 'the user is gone: no mail about the new password')
    const mail = {
      to: user.email,
      subject: 'Your password was changed',
      paragraphs: [
        greeting(user.first_name),
        `an admin of ${domain.name} has set a new password for your account. You were logged out on all devices.`,
      ],
      button: { label: 'Log in', href: domainUrl(domain, ports.publicUrl) },
      note: `If you did not expect this, please contact ${domain.name}.`,
    }
    await sendMail({ domain, ports }, mail, `password-set-${user_id}-${Date.parse(set_at)}`)
  },
)

/** Notifies the previous email that the account no longer uses it, and names a contact in case of misuse. */
const mailEmailChanged = job(
  'accounts.mail_email_changed',
  z.object({ user_id: z.number().int(), request_id: z.string().nullable(), previous_email_hash: z.string() }),
  async ({ domain, ports, transact, log }, payload) => {
    const change = await transact((db) => findPreviousEmail(db, payload))
    if (!change) return log.info({ user_id: payload.user_id }, 'the user is gone: no mail to the previous email')
    const mail = {
      to: change.email,
      subject: 'The email of your account was changed',
      paragraphs: [
        // The email may belong to a stranger, so the mail repeats no input.
        greeting(''),
        `your account at ${domain.name} no longer uses this email. Log in with the new email from now on.`,
      ],
      note: `If you did not do this, please contact ${domain.name} now.`,
    }
    await sendMail({ domain, ports }, mail, `email-changed-${change.id}`)
  },
)

export const accountsJobs = [mailPasswordChanged, mailEmailChanged, mailNotice]
