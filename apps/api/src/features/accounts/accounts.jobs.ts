import { roleOfMembership } from '@vialdesk/contract/base/roles'
import type { NoticeKind } from '@vialdesk/contract/people/notices'
import { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { findPreviousEmail } from '#api/features/accounts/edit/previous-email.queries.ts'
import { findNamedUsers } from '#api/features/accounts/visibility/named-notices.queries.ts'
import { getChoices } from '#api/features/notices/notices.queries.ts'
import { titleWithName, withName } from '#api/features/notices/notify.commands.ts'
import { findMailRecipient } from '#api/features/sessions/sessions.queries.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { sendMail } from '#api/platform/jobs/send-mail.ts'
import { greeting, type MailContent } from '#api/platform/mail/write-mail.ts'

/** The notice and its recipient. Undefined if no mail is wanted any more: the user is inactive, or chose not to get it. */
async function findNoticeToMail(db: Db, id: number) {
  const notice = await db
    .selectFrom('notices')
    .innerJoin('users', (join) =>
      join.onRef('users.domain_id', '=', 'notices.domain_id').onRef('users.id', '=', 'notices.user_id'),
    )
    .select(['users.id', 'users.email', 'users.subscription'])
    .select(['notices.kind', 'notices.title', 'notices.text', 'notices.path', 'notices.about_id'])
    .where('notices.domain_id', '=', db.domainId)
    .where('notices.id', '=', id)
    .where('users.active', '=', true)
    .executeTakeFirst()
  if (!notice) return undefined
  const choices = await getChoices(db, notice)
  if (!choices[notice.kind as NoticeKind]) return undefined
  const reader = { id: notice.id, role: roleOfMembership(notice.subscription) }
  const [about] = await findNamedUsers(db, reader, notice.about_id === null ? [] : [notice.about_id])
  return { ...notice, about }
}

type NoticeToMail = NonNullable<Awaited<ReturnType<typeof findNoticeToMail>>>

/**
 * Other people may see a mail. So mails about patients, documents and conversations contain no details, no mail names a patient, and
 * subjects name no person.
 */
function contentOf({ kind, title, text, path, about }: NoticeToMail, domain: Domain) {
  if (kind === 'conversation') {
    const subject = `You have a new message in ${domain.name}`
    return { subject, paragraphs: ['Log in to read it and to answer.'], path: '/conversations' }
  }
  if (kind === 'patient')
    return { subject: 'You have a new message', paragraphs: ['Open the portal to read it.'], path: '/messages' }
  const name = (!about?.isPatient && about?.name) || null
  return {
    subject: titleWithName(title, about?.isPlace ? name : null),
    paragraphs: [kind === 'document' ? 'Open the portal to read it.' : withName(text, name)],
    path: path ?? '/messages',
  }
}

function mailOf(notice: NoticeToMail, domain: Domain, publicUrl: string): MailContent {
  const { path, ...about } = contentOf(notice, domain)
  return {
    ...about,
    to: notice.email,
    button: { label: 'Open the portal', href: `${domainUrl(domain, publicUrl)}${path}` },
    note: 'Choose in your settings which messages you also get by email.',
  }
}

const mailNotice = job(
  'notices.mail',
  z.object({ notice_id: z.number().int() }),
  async ({ domain, ports, transact, log }, { notice_id }) => {
    const due = await transact((db) => findNoticeToMail(db, notice_id))
    if (!due) return log.info({ notice_id }, 'the mail of a notice is not wanted any more')
    await sendMail({ domain, ports }, mailOf(due, domain, ports.publicUrl), `notice-${notice_id}`)
  },
)

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
