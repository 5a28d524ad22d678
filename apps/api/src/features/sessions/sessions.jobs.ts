import { z } from 'zod'
import { addressOf } from '#api/platform/domains.ts'
import { job } from '#api/platform/jobs.ts'
import { greeting, writeMail } from '#api/platform/mail-page.ts'
import { makePasswordLink } from './sessions.commands.ts'
import { findAddressee } from './sessions.queries.ts'

const words = {
  reset: {
    subject: 'Set a new password',
    paragraphs: ['Someone, hopefully you, asked for a new password for your account.', 'The link works once and for 24 hours.'],
    note: 'If it was not you, you need not do anything: your password stays as it is.',
  },
  welcome: {
    subject: 'Your account is ready',
    paragraphs: ['An account has been made for you. Choose a password to come in.', 'The link works once and for 7 days.'],
    note: 'If you did not expect this mail, you can ignore it.',
  },
} as const

/** The token is made here and goes into the mail alone; the link carries it behind `#`, where no server log sees it. */
const sendPasswordLink = job(
  'sessions.send_password_link',
  z.object({ user_id: z.number().int(), reason: z.enum(['reset', 'welcome']) }),
  async ({ domain, ports, transact, log }, { user_id, reason }) => {
    const made = await transact(async (db) => {
      const user = await findAddressee(db, user_id)
      return user && { user, link: await makePasswordLink(db, user_id, reason) }
    })
    if (!made) return log.info({ user_id }, 'no password link for an account that is gone')
    const { subject, paragraphs, note } = words[reason]
    const button = { label: 'Set your password', href: `${addressOf(domain, ports.publicUrl)}/set-password#${made.link.token}` }
    await ports.mail.send(
      writeMail(domain, {
        to: made.user.email,
        subject,
        paragraphs: [greeting(made.user.first_name), ...paragraphs],
        button,
        note,
      }),
      `password-link-${made.link.id}`,
    )
  },
)

const twoStepWords = {
  on: 'From now on a code of your authenticator app is asked for after your password. Everywhere else you were logged out.',
  off: 'From now on your password alone is enough to log in. Everywhere else you were logged out.',
} as const

/** The owner learns of it even where somebody else did it. */
const tellTwoStep = job(
  'sessions.tell_two_step',
  z.object({ user_id: z.number().int(), turned: z.enum(['on', 'off']), at: z.iso.datetime() }),
  async ({ domain, ports, transact }, { user_id, turned, at }) => {
    const user = await transact((db) => findAddressee(db, user_id))
    if (!user) return
    await ports.mail.send(
      writeMail(domain, {
        to: user.email,
        subject: `Two-step sign-in was turned ${turned}`,
        paragraphs: [greeting(user.first_name), twoStepWords[turned]],
        button: { label: 'Go to the portal', href: addressOf(domain, ports.publicUrl) },
        note: `If it was not you, set a new password at once and write to ${domain.email_sender}.`,
      }),
      `two-step-${user_id}-${Date.parse(at)}`,
    )
  },
)

export const sessionsJobs = [sendPasswordLink, tellTwoStep]
