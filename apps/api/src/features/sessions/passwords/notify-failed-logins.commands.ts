/** Tells an admin that strangers may be guessing, once a day, so that nobody can flood the mailbox. */
import type { Db } from '#api/db/db.ts'
import { notify } from '#api/features/notices/notify.commands.ts'

const TITLE = 'Many failed log-ins to your account'

const LOCK_ADMIN = `
  select id
  from users
  where domain_id = $1 and email_key = $2 and active
  for no key update`

const NOTIFIED_TODAY = `
  select id
  from notices
  where domain_id = $1 and user_id = $2 and title = $3 and created_at > now() - interval '1 day'
  limit 1`

export async function notifyManyFailedLogins(db: Db, email: string): Promise<void> {
  // The lock makes simultaneous log-ins send one mail.
  const [admin] = await db.rows<{ id: number }>(LOCK_ADMIN, [db.domainId, email])
  if (!admin || (await db.rows(NOTIFIED_TODAY, [db.domainId, admin.id, TITLE])).length > 0) return
  await notify(db, admin.id, {
    kind: 'account',
    title: TITLE,
    text: 'Somebody may be guessing your password. Use a password that you use nowhere else, and two-step sign-in.',
    path: '/settings',
  })
}
