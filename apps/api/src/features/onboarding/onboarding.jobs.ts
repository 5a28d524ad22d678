import { membershipNames } from '@vialdesk/contract/roles'
import { z } from 'zod'
import { findAddressee } from '#api/features/sessions/sessions.queries.ts'
import { addressOf } from '#api/platform/domains.ts'
import { job } from '#api/platform/jobs.ts'
import { greeting, writeMail } from '#api/platform/mail-page.ts'

/** Tells whoever signed up that the account is there. It holds no link that does anything: the password is chosen already. */
const sendWelcome = job(
  'onboarding.send_welcome',
  z.object({ user_id: z.number().int() }),
  async ({ domain, ports, transact, log }, { user_id }) => {
    const user = await transact((db) => findAddressee(db, user_id))
    if (!user) return log.info({ user_id }, 'no welcome for an account that is gone')
    const kind = membershipNames[user.subscription] ?? ''
    const letter = {
      to: user.email,
      subject: `Welcome to ${domain.name}`,
      paragraphs: [
        greeting(user.first_name),
        `Your account is there. You signed up as: ${kind}.`,
        'Log in with this e-mail address and the password that you chose.',
      ],
      button: { label: 'Log in', href: addressOf(domain, ports.publicUrl) },
      note: `If it was not you who signed up, please tell us at ${domain.email_sender}.`,
    }
    await ports.mail.send(writeMail(domain, letter), `welcome-${user_id}`)
  },
)

export const onboardingJobs = [sendWelcome]
