import type { Db } from '#api/db/db.ts'
import { LINK_HOURS } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import type { DemoContext } from '../context.ts'

/** In turn: days since the last invitation, and since its link was opened. */
const INVITATIONS: { sent: number; opened?: number }[] = [{ sent: 2 }, { sent: 5, opened: 4 }, { sent: 20 }]

/** Invites the patients who have never signed in: the link of one is unopened, of the next one opened, of the third one expired. */
export async function createInvitations(db: Db, { calendar }: DemoContext): Promise<void> {
  const patients = await db.rows<{ id: number; date_joined: string }>(
    `select id, date_joined
    from users
    where domain_id = $1
      and active
      and never_signed_in
      and password_hash is null
    order by id`,
    [db.domainId],
  )
  if (patients.length === 0) return
  const links = patients.map(({ id, date_joined }, n) => {
    const { sent, opened } = INVITATIONS[n % INVITATIONS.length] as (typeof INVITATIONS)[number]
    const created_at = new Date(Math.max(calendar.moment(sent).getTime(), Date.parse(date_joined)))
    return {
      ...{ user_id: id, reason: 'welcome', created_at },
      expires_at: new Date(created_at.getTime() + LINK_HOURS.welcome * 3_600_000),
      opened_at: opened === undefined ? null : calendar.moment(opened),
    }
  })
  await db.insertRows('password_links', links)
}
