/** Notifies owners of changes to the security of their account, made by themselves or by others. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notify.commands.ts'

const IF_NOT_YOU = 'If you did not do this, set a new password now and contact us.'

const securityNotice = (title: string, text = IF_NOT_YOU) => ({ kind: 'account', title, text, path: '/settings' }) as const

export const PASSWORD_CHANGED = securityNotice('Your password was changed')

/** Is mailed, too: an attacker may have made the change in an open session or with a link from the mailbox. */
export const notifyPasswordChanged = (db: Db, userId: number) => notify(db, userId, PASSWORD_CHANGED)

export const notifyPasswordSetByAdmin = (db: Db, userId: number) => {
  const text = 'If you did not ask for it, set a new password and contact us.'
  return notify(db, userId, { ...securityNotice('An admin set your password', text), mailedAlready: true })
}

export const notifyTwoStepChanged = (db: Db, userId: number, turned: 'on' | 'off') =>
  notify(db, userId, { ...securityNotice(`Two-step sign-in was turned ${turned}`), mailedAlready: true })

const TITLE = 'Many failed log-ins to your account'

/** Tells an admin that strangers may be guessing, once a day, so that nobody can flood the mailbox. */
export async function notifyManyFailedLogins(db: Db, email: string): Promise<void> {
  // The lock makes simultaneous log-ins send one mail.
  const admin = await db.lockRow('users', { email_key: email, active: true })
  if (!admin) return
  const isOfToday = sql<boolean>`created_at > now() - interval '1 day'`
  if (await db.findRow('notices', ['id'], { user_id: admin.id, title: TITLE }, isOfToday)) return
  await notify(db, admin.id, {
    kind: 'account',
    title: TITLE,
    text: 'Somebody may be guessing your password. Use a password that you use nowhere else, and two-step sign-in.',
    path: '/settings',
  })
}
