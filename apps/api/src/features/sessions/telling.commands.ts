/** Owners learn in the portal what was done about the safety of their account, whoever did it. */
import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notices.commands.ts'

/** Mailed, too: somebody who took over the mailbox or an open session may have done it, and not the owner. */
export const tellOfPassword = (db: Db, userId: number) =>
  notify(db, userId, {
    kind: 'account',
    title: 'Your password was changed',
    text: 'If it was not you, set a new one at once and tell us.',
    path: '/settings',
  })

export const tellOfPasswordByAdmin = (db: Db, userId: number) =>
  notify(db, userId, {
    kind: 'account',
    title: 'An admin set your password',
    text: 'If you did not ask for it, set a new one and tell us.',
    path: '/settings',
    mailedAlready: true,
  })

export const tellOfTwoStep = (db: Db, userId: number, turned: 'on' | 'off') =>
  notify(db, userId, {
    kind: 'account',
    title: `Two-step sign-in was turned ${turned}`,
    text: 'If it was not you, set a new password at once and tell us.',
    path: '/settings',
    mailedAlready: true,
  })
