import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notify.commands.ts'

/** Without the amount, because the notice may be mailed. */
export const notifyPaid = (db: Db, users: number[]) =>
  notify(db, users, {
    kind: 'purchase',
    title: 'Commission paid',
    text: 'A commission of yours was paid. Open your statements for details.',
    path: '/commissions',
  })
