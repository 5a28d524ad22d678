/** Notifies owners of changes to the security of their account, made by themselves or by others. */
import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notify.commands.ts'

/** Is mailed, too: an attacker may have made the change in an open session or with a link from the mailbox. */
export const notifyPasswordChanged = (db: Db, userId: number) =>
  notify(db, userId, {
    kind: 'account',
    title: 'Your password was changed',
    text: 'If you did not do this, set a new password now and contact us.',
    path: '/settings',
  })

export const notifyPasswordSetByAdmin = (db: Db, userId: number) =>
  notify(db, userId, {
    kind: 'account',
    title: 'An admin set your password',
    text: 'If you did not ask for it, set a new password and contact us.',
    path: '/settings',
    mailedAlready: true,
  })

export const notifyTwoStepChanged = (db: Db, userId: number, turned: 'on' | 'off') =>
  notify(db, userId, {
    kind: 'account',
    title: `Two-step sign-in was turned ${turned}`,
    text: 'If you did not do this, set a new password now and contact us.',
    path: '/settings',
    mailedAlready: true,
  })
