/** Reads a user's own notices. Nobody reads the notices of another user. */
import type { Notice } from '@vialdesk/contract/notices'
import type { Paging } from '@vialdesk/contract/primitives'
import { membershipIds } from '@vialdesk/contract/roles'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { pageOfMatches, readPage } from '#api/db/paging.ts'
import { fullNameOf } from '#api/db/user-sql.ts'
import { seesPersons, usersSeenBy } from '#api/features/accounts/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { titleWithName, withName } from './notify.commands.ts'

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

/** The reader's notices, newest first, with the names that the reader may see now. */
export async function listNotices(db: Db, reader: Viewer, paging: Paging) {
  const page = pageOfMatches({ sql: NOTICE_IDS, parameters: [db.domainId, reader.id] }, paging)
  const { count, results } = await readPage<Notice>(db, page, NOTICE_ROWS)
  const names = await findNames(
    db,
    reader,
    results.flatMap(({ about }) => about ?? []),
  )
  const named = results.map((notice) => {
    const name = (notice.about && names.get(notice.about)) || null
    return {
      ...notice,
      about: name === null ? null : notice.about,
      title: titleWithName(notice.title, name),
      text: withName(notice.text, name),
    }
  })
  return { count, unread: await countUnread(db, reader.id), results: named }
}

/** The names of the users that the reader may see; sales roles get no names of patients. */
async function findNames(db: Db, reader: Viewer, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const users = await db
    .selectFrom('users')
    .select(['users.id', 'users.company', sql.raw<string>(fullNameOf('users')).as('name'), 'users.subscription'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', 'in', ids)
    .where(usersSeenBy(reader))
    .execute()
  const seen = users.filter(({ subscription }) => subscription !== membershipIds.patient || seesPersons(reader.role))
  return new Map(seen.map(({ id, company, name, subscription }) => [id, isPlace(subscription) && company ? company : name]))
}

const places: number[] = [membershipIds.lab, membershipIds.harvest_center, membershipIds.referral_harvest_center]
const isPlace = (subscription: number) => places.includes(subscription)

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
