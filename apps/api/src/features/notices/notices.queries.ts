/** Reads a user's own notices. Nobody reads the notices of another user. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { type Notice, type NoticeChoices, type NoticeKind, noticeKinds } from '@vialdesk/contract/people/notices'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { isTiedToCenter } from '#api/db/user-sql.ts'

/** Uses the partial index of unread notices. */
const UNREAD_NOTICES = 'select count(*)::int as unread from notices where domain_id = $1 and user_id = $2 and read_at is null'

export async function countUnread(db: Db, userId: number): Promise<number> {
  const [row] = await db.rows<{ unread: number }>(UNREAD_NOTICES, [db.domainId, userId])
  return row?.unread ?? 0
}

const NOTICE_ROWS = `
    select id, kind, title, text, path, created_at, read_at, about_id as about
    from notices
    where domain_id = $1
      and id = any(page.ids)`

/** The reader's notices, newest first, as they are kept: names are read by accounts, which knows what the reader may see. */
export async function findNotices(db: Db, userId: number, paging: Paging) {
  const matches = rowsOf('id', (bind) => `notices where domain_id = $1 and user_id = ${bind(userId)}`)
  const { count, results } = await readList<Notice>(db, { matches }, paging, NOTICE_ROWS)
  return { count, unread: await countUnread(db, userId), results }
}

/** Messages of the other side in the conversations of a patient, or of a center with its present patients. */
const UNREAD_MESSAGES = `
  select coalesce(sum(u.unread), 0)::integer
  from (
    select c.patient_unread as unread
    from conversations c
    where c.domain_id = $1 and c.patient_id = $2
    union all
    select c.center_unread
    from conversations c
    join users p on p.domain_id = $1 and p.id = c.patient_id
    join users h on h.domain_id = $1 and h.id = c.center_id
    where c.domain_id = $1 and c.center_id = $2 and c.center_unread > 0 and ${isTiedToCenter('p', 'h')}) u`

export async function countUnreadMessages(db: Db, userId: number): Promise<number> {
  const [row] = await db.rows<{ unread: number }>(`select (${UNREAD_MESSAGES}) as unread`, [db.domainId, userId])
  return row?.unread ?? 0
}

/** Unread notices, and unread messages of conversations. */
export interface UnreadCounts {
  unread: number
  conversations: number
}

/** The unread counts, or undefined when the session has ended. This read does not count as activity of the session. */
export async function findUnreadCounts(
  db: Db,
  { id, sessionId }: { id: number; sessionId: number },
): Promise<UnreadCounts | undefined> {
  const sessions = await db.rows(
    `select
     from sessions s
     join users u on u.domain_id = s.domain_id and u.id = s.user_id
     where s.domain_id = $1 and s.id = $2 and s.user_id = $3
       and s.ended_at is null and s.expires_at > now()
       and s.last_seen_at > now() - make_interval(mins => s.idle_minutes)
       and u.active`,
    [db.domainId, sessionId, id],
  )
  if (sessions.length === 0) return undefined
  // One statement, so that both numbers are of the same moment.
  const [counts] = await db.rows<UnreadCounts>(`select (${UNREAD_NOTICES}) as unread, (${UNREAD_MESSAGES}) as conversations`, [
    db.domainId,
    id,
  ])
  return counts
}

/** A change to an account is always mailed, in case another person uses the account. */
export const ALWAYS_MAILED: NoticeKind = 'account'

/** Applies until the user chooses. Centers with hundreds of patients get no mails about them; receipts and documents have their own mails. */
const mailedByDefault: Record<NoticeKind, (subscription: number) => boolean> = {
  account: () => true,
  team: () => true,
  patient: (subscription) => subscription === membershipIds.patient,
  conversation: () => true,
  document: () => false,
  purchase: (subscription) => subscription === membershipIds.admin,
}

export async function getChoices(db: Db, user: { id: number; subscription: number }): Promise<NoticeChoices> {
  const choices = await db.findRows('notice_choices', ['kind', 'by_mail'], { user_id: user.id })
  const kinds = Object.keys(noticeKinds) as NoticeKind[]
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      kind === ALWAYS_MAILED ||
        (choices.find((choice) => choice.kind === kind)?.by_mail ?? mailedByDefault[kind](user.subscription)),
    ]),
  ) as NoticeChoices
}
