import { membershipNames } from '@vialdesk/contract/base/roles'
import { z } from 'zod'
import { lockUser } from '#api/db/lock-user.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { sendMail } from '#api/platform/jobs/send-mail.ts'
import { greeting } from '#api/platform/mail/write-mail.ts'
import { formatInstant } from '#api/platform/pdf/pages/format-instant.ts'
import { makeInvitationLink, makePasswordLink, passwordMailId } from './passwords/send-password-link.commands.ts'
import { findInvitingCenter, findMailRecipient } from './sessions.queries.ts'
import { makeVerificationLink, verificationMailId } from './verification/send-verification.commands.ts'

const setPassword = { label: 'Set your password', path: '/set-password' }
const passwordMails = {
  verify: {
    subject: 'Confirm your email',
    paragraphs: (portal: string) => [
      `Your account at ${portal} uses this email address. Open the link and enter your password, so that we know that it is yours.`,
      'Your password stays the same. The link works once and expires in 24 hours.',
    ],
    button: { label: 'Confirm email', path: '/verify-email' },
    note: 'If you have no account there, ignore this email.',
  },
  reset: {
    subject: 'Set a new password',
    paragraphs: () => [
      'We received a request for a new password for your account.',
      'The link works once and expires in 24 hours.',
    ],
    button: setPassword,
    note: 'If you did not ask for it, ignore this email. Your password stays the same.',
  },
  welcome: {
    subject: 'Your account is ready',
    paragraphs: (portal: string, center: string | undefined) => [
      center === undefined
        ? `${portal} invites you to its portal and has made an account for you.`
        : `${center} invites you to the portal of ${portal} and has made an account for you.`,
      'There you find what concerns you, and can answer inside the portal. Set a password to get started.',
      'The link works once and expires in 7 days.',
    ],
    button: setPassword,
    note: 'If you did not expect this email, you can ignore it.',
  },
} as const

/** Only the mail contains the token. The link has it after `#`, so that no server logs it. */
const sendPasswordLink = job(
  'sessions.send_password_link',
  z.object({
    user_id: z.number().int(),
    reason: z.enum(['reset', 'welcome', 'verify']),
    invitation_id: z.number().int().optional(),
  }),
  async ({ domain, ports, transact, log }, { user_id, reason, invitation_id }) => {
    const created = await transact(async (db) => {
      // A change of the email ends the links to the old one, so a link is not made meanwhile.
      await lockUser(db, user_id)
      const user = await findMailRecipient(db, user_id)
      // A user with a password needs no invitation, which would set another one.
      if (!user || (reason === 'welcome' && user.has_password)) return undefined
      const link = await (invitation_id === undefined
        ? makePasswordLink(db, user_id, reason)
        : makeInvitationLink(db, user_id, invitation_id))
      return link && { user, center: await findInvitingCenter(db, user_id), link }
    })
    if (!created)
      return log.info({ user_id }, 'no password link: the account is inactive, or the invitation is not needed any more')
    const { subject, note, button, ...rest } = passwordMails[reason]
    const paragraphs = rest.paragraphs(domain.name, created.center)
    const { user, link } = created
    const mail = {
      to: user.email,
      subject,
      paragraphs: [greeting(user.first_name), ...paragraphs],
      button: { label: button.label, href: `${domainUrl(domain, ports.publicUrl)}${button.path}#${link.token}` },
      note,
      secret: { value: link.token, expiresAt: link.expiresAt },
    }
    await sendMail({ domain, ports }, mail, passwordMailId(link.id))
  },
)

const twoStepSentences = {
  on: 'You now log in with your password and a code from your authenticator app. You were logged out on your other devices.',
  off: 'You now log in with your password alone. You were logged out on your other devices.',
} as const

/** Notifies the owner of the account even when another person made the change. */
const mailTwoStepChange = job(
  'sessions.mail_two_step_change',
  z.object({ user_id: z.number().int(), turned: z.enum(['on', 'off']), at: z.iso.datetime() }),
  async ({ domain, ports, transact }, { user_id, turned, at }) => {
    const user = await transact((db) => findMailRecipient(db, user_id))
    if (!user) return
    const mail = {
      to: user.email,
      subject: `Two-step sign-in was turned ${turned}`,
      paragraphs: [greeting(user.first_name), twoStepSentences[turned]],
      button: { label: 'Go to the portal', href: domainUrl(domain, ports.publicUrl) },
      note: `If you did not do this, set a new password now and write to ${domain.email_sender}.`,
    }
    await sendMail({ domain, ports }, mail, `two-step-${user_id}-${Date.parse(at)}`)
  },
)

/**
 * The mail repeats no text of the form, because the address may belong to a stranger. Kind and time tell several sign-ups with one address
 * apart.
 */
const sendVerification = job(
  'sessions.send_verification',
  z.object({ sign_up_id: z.number().int() }),
  async ({ domain, ports, transact, log }, { sign_up_id }) => {
    const link = await transact((db) => makeVerificationLink(db, sign_up_id))
    if (!link) return log.info({ sign_up_id }, 'the sign-up does not wait any more: no link')
    const mail = {
      to: link.email,
      subject: 'Confirm your email',
      paragraphs: [
        greeting(''),
        `Someone signed up at ${domain.name} with this email. Confirm the email to activate the account.`,
        `Account type: ${membershipNames[link.subscription] ?? ''}. Signed up: ${formatInstant(link.signedUpAt, domain.time_zone)}.`,
        'Confirm with the password that you chose when you signed up. The link works once and expires 7 days after the sign-up.',
      ],
      button: { label: 'Confirm email', href: `${domainUrl(domain, ports.publicUrl)}/verify-email#${link.token}` },
      note: 'If you did not sign up, ignore this email. There is no account until the link is opened.',
      secret: { value: link.token, expiresAt: link.expiresAt },
    }
    await sendMail({ domain, ports }, mail, verificationMailId(link.id))
  },
)

export const sessionsJobs = [sendPasswordLink, mailTwoStepChange, sendVerification]
