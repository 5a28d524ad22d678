/** Notices with the names of their users, which are read when a notice is shown. */
import type { Paging } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { fullNameOf } from '#api/db/user-sql.ts'
import { findNotices } from '#api/features/notices/notices.queries.ts'
import { titleWithName, withName } from '#api/features/notices/notify.commands.ts'
import { seesPersons, usersSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

/** The reader's notices, newest first, with the names that the reader may see now. */
export async function findNamedNotices(db: Db, reader: Viewer, paging: Paging) {
  const { results, ...page } = await findNotices(db, reader.id, paging)
  const about = results.flatMap((notice) => notice.about ?? [])
  const names = new Map((await findNamedUsers(db, reader, about)).map(({ id, name }) => [id, name]))
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

/** A harvest center opens no referral center, but its lists have the names of those that refer patients to it or ask for that. */
const refersTo = ({ id, role }: Viewer) =>
  role === 'harvest_center'
    ? sql<SqlBool>`(users.active and users.id in (
        select r.referral_center_id
        from referral_centers r
        where r.domain_id = current_domain() and r.center_id = ${id}
        union all
        select a.referral_center_id
        from association_requests a
        where a.domain_id = current_domain() and a.center_id = ${id} and a.decision is null))`
    : sql<SqlBool>`false`

/** The leader of a team that the reader has left. */
const hasLed = ({ role }: Viewer) => {
  const leader = role === 'sales_rep' ? 'sales_manager' : role === 'sales_manager' ? 'sales_distributor' : undefined
  return leader ? sql<SqlBool>`(users.active and users.subscription = ${membershipIds[leader]})` : sql<SqlBool>`false`
}

/** A user of a notice: a center or lab by its company, others by their name. */
interface NamedUser {
  id: number
  name: string
  isPlace: boolean
  isPatient: boolean
}

/** The users of notices that the reader may see; sales roles see no patients. */
export async function findNamedUsers(db: Db, reader: Viewer, ids: number[]): Promise<NamedUser[]> {
  if (ids.length === 0) return []
  const users = await db
    .selectFrom('users')
    .select(['users.id', 'users.company', sql.raw<string>(fullNameOf('users')).as('name'), 'users.subscription'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', 'in', ids)
    .where((users) => users.or([usersSeenBy(reader)(users), refersTo(reader), hasLed(reader)]))
    .execute()
  return users
    .map(({ id, company, name, subscription }) => {
      const isPlace = places.includes(subscription)
      return { id, name: isPlace && company ? company : name, isPlace, isPatient: subscription === membershipIds.patient }
    })
    .filter(({ isPatient }) => !isPatient || seesPersons(reader.role))
}

const places: number[] = [membershipIds.lab, membershipIds.harvest_center, membershipIds.referral_harvest_center]
