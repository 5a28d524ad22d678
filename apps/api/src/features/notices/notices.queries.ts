/** Reads a user's own notices. Nobody reads the notices of another user. */
import type { Notice } from '@vialdesk/contract/notices'
import type { Paging } from '@vialdesk/contract/primitives'
import type { Db } from '#api/db/db.ts'
import { pageOfMatches, readPage } from '#api/db/paging.ts'

/** Uses the partial index of unread notices. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const [row] = await db.rows<{ unread: number }>(
    'select count(*)::int as unread from notices where domain_id = $1 and user_id = $2 and read_at is null',
    [db.domainId, userId],
  )
  return row?.unread ?? 0
}

const NOTICE_IDS = 'select id from notices where domain_id = $1 and user_id = $2'
const NOTICE_ROWS = `
    select id, kind, title, text, path, created_at, read_at, about_id as about
    from notices
    where domain_id = $1
      and id = any(page.ids)`

/** The reader's notices, newest first, as they are kept: names are read by accounts, which knows what the reader may see. */
export async function findNotices(db: Db, userId: number, paging: Paging) {
  const page = pageOfMatches({ sql: NOTICE_IDS, parameters: [db.domainId, userId] }, paging)
  const { count, results } = await readPage<Notice>(db, page, NOTICE_ROWS)
  return { count, unread: await countUnread(db, userId), results }
}

/** The unread count, or undefined when the session has ended. This read does not count as activity of the session. */
export async function findUnreadCount(db: Db, { id, sessionId }: { id: number; sessionId: number }): Promise<number | undefined> {
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
  return sessions.length === 0 ? undefined : countUnread(db, id)
}
