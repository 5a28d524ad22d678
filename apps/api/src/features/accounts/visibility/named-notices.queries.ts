/** Notices with the names of their users, which are read when a notice is shown. */
import type { Paging } from '@vialdesk/contract/primitives'
import { membershipIds } from '@vialdesk/contract/roles'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { fullNameOf } from '#api/db/user-sql.ts'
import { findNotices } from '#api/features/notices/notices.queries.ts'
import { titleWithName, withName } from '#api/features/notices/notify.commands.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { seesPersons, usersSeenBy } from './visible.queries.ts'

/** The reader's notices, newest first, with the names that the reader may see now. */
export async function findNamedNotices(db: Db, reader: Viewer, paging: Paging) {
  const { results, ...page } = await findNotices(db, reader.id, paging)
  const about = results.flatMap((notice) => notice.about ?? [])
  const names = await findNames(db, reader, about)
  const named = results.map((notice) => {
    const name = (notice.about && names.get(notice.about)) || null
    return {
      ...notice,
      about: name === null ? null : notice.about,
      title: titleWithName(notice.title, name),
      text: withName(notice.text, name),
    }
  })
  return { ...page, results: named }
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
