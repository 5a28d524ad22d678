import { membershipNames } from '@vialdesk/contract/roles'
import { z } from 'zod'
import { findMailRecipient } from '#api/features/sessions/sessions.queries.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { greeting, writeMail } from '#api/platform/mail/write-mail.ts'

/** Welcomes a new user after sign-up. The mail has no password link: the user has chosen a password already. */
const sendWelcome = job(
  'onboarding.send_welcome',
  z.object({ user_id: z.number().int() }),
  async ({ domain, ports, transact, log }, { user_id }) => {
    const user = await transact((db) => findMailRecipient(db, user_id))
    if (!user) return log.info({ user_id }, 'no welcome for an account that is gone')
    const kind = membershipNames[user.subscription] ?? ''
    const letter = {
      to: user.email,
      subject: `Welcome to ${domain.name}`,
      paragraphs: [greeting(user.first_name), `Your ${kind} account is ready.`, 'Log in with this email and your password.'],
      button: { label: 'Log in', href: domainUrl(domain, ports.publicUrl) },
      note: `If you did not sign up, please write to ${domain.email_sender}.`,
    }
    await ports.mail.send(writeMail(domain, letter), `welcome-${user_id}`)
  },
)

export const onboardingJobs = [sendWelcome]
