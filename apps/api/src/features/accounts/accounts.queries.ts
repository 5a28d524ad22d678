/** One user as a reader may see it, and the short lists around users. */
import type { User } from '@vialdesk/contract/accounts'
import { membershipNames } from '@vialdesk/contract/roles'
import { selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'
import { groupsOfUser, type Subject, type UserGroup, userPolicy } from './accounts.policy.ts'
import { userColumns, type WithMemberships } from './user-columns.queries.ts'
import { usersSeenBy } from './visible.queries.ts'

export const membershipsOf = (ids: number[]) => ids.map((id) => ({ id, name: membershipNames[id] ?? '' }))

const userById = (groups: readonly UserGroup[]) => `
  select ${selectList(userColumns, groups)}
  from users u
  left join users c on c.domain_id = u.domain_id and c.id = u.harvest_center_id
  left join users r on r.domain_id = u.domain_id and r.id = u.referral_harvest_center_id
  left join users f on f.domain_id = u.domain_id and f.id = u.referred_center_id
  left join lab_records l on l.domain_id = u.domain_id and l.user_id = u.id
  left join vial_counts v on v.domain_id = u.domain_id and v.user_id = u.id
  where u.domain_id = $1 and u.id = $2 and u.removed_at is null`

type Who = Pick<Actor, 'id' | 'role'>
type Row = WithMemberships<User>

/** Refuses with not_found unless the reader may see this user. Everyone sees itself, an admin everyone. */
export async function mustSee(db: Db, who: Who, id: number): Promise<Subject> {
  const seen = await db
    .selectFrom('users')
    .select(['users.id', 'users.subscription'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where(usersSeenBy(who))
    .executeTakeFirst()
  return seen ?? fail('not_found')
}

/** A user with the keys that the reader may see; not_found for one that it may not see. */
export async function getUser(db: Db, who: Who, id: number): Promise<User> {
  const subject = await mustSee(db, who, id)
  const [row] = await db.rows<Row>(userById(groupsOfUser(who, subject)), [db.domainId, id])
  if (!row) return fail('not_found')
  const { memberships, ...user } = row
  return { ...user, membership: membershipsOf(memberships), can: userPolicy.abilities(who, subject) }
}

/** Whether an address is taken in the domain, by whomever, however it is typed. */
export async function emailTaken(db: Db, email: string): Promise<boolean> {
  const taken = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('email_key', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return taken !== undefined
}

export const findMemberships = (db: Db) =>
  db.selectFrom('memberships').select(['id', 'name']).where('domain_id', '=', db.domainId).orderBy('id').execute()

export const findTags = (db: Db) =>
  db.selectFrom('tags').select(['id', 'label']).where('domain_id', '=', db.domainId).orderBy('id').execute()
