import { membershipNames } from '@vialdesk/contract/base/roles'
import { z } from 'zod'
import { findMailRecipient } from '#api/features/sessions/sessions.queries.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { sendMail } from '#api/platform/jobs/send-mail.ts'
import { greeting } from '#api/platform/mail/write-mail.ts'

/** Mails a welcome after sign-up. The user has already chosen a password, so the mail has no password link. */
const sendWelcome = job(
  'onboarding.send_welcome',
  z.object({ user_id: z.number().int() }),
  async ({ domain, ports, transact, log }, { user_id }) => {
    const user = await transact((db) => findMailRecipient(db, user_id))
    if (!user) return log.info({ user_id }, 'the user is gone: no welcome mail')
    const kind = membershipNames[user.subscription] ?? ''
    const mail = {
      to: user.email,
      subject: `Welcome to ${domain.name}`,
      paragraphs: [greeting(user.first_name), `Your ${kind} account is ready.`, 'Log in with this email and your password.'],
      button: { label: 'Log in', href: domainUrl(domain, ports.publicUrl) },
      note: `If you did not sign up, please write to ${domain.email_sender}.`,
    }
    await sendMail({ domain, ports }, mail, `welcome-${user_id}`)
  },
)

export const onboardingJobs = [sendWelcome]
