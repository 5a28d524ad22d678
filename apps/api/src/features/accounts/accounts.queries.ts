/** One user with the columns that the viewer may read; memberships and tags. */

import { membershipIds, membershipNames } from '@vialdesk/contract/base/roles'
import type { User } from '@vialdesk/contract/people/accounts'
import { selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { assertVisibleUser, usersSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { groupsOfUser, type UserGroup, userPolicy } from './accounts.policy.ts'
import type { Inviter } from './invitations/invitations.policy.ts'
import { hideInvitation, invitedUserOf } from './invitations/invitations.queries.ts'
import { userColumns, type WithMemberships } from './user-columns.queries.ts'

export const membershipsOf = (ids: number[]) => ids.map((id) => ({ id, name: membershipNames[id] ?? '' }))

const userByIdSql = (groups: readonly UserGroup[], isPatient: boolean) => `
  select ${selectList(userColumns, groups)}
  from users u
  left join lab_records l on l.domain_id = current_domain() and l.user_id = u.id
  left join vial_counts v on v.domain_id = current_domain() and v.user_id = u.id
  where u.domain_id = current_domain()
    and u.id = $1
    and u.removed_at is null
    and u.subscription ${isPatient ? '=' : '<>'} ${membershipIds.patient}`

/** The texts that were needed before. */
const userByIdTexts = { ofPatient: new Map<readonly UserGroup[], string>(), ofOther: new Map<readonly UserGroup[], string>() }

async function readUser(db: Db, viewer: Viewer, id: number, isPatient: boolean) {
  const groups = groupsOfUser(viewer, { id, isPatient })
  const texts = userByIdTexts[isPatient ? 'ofPatient' : 'ofOther']
  const text = texts.get(groups) ?? userByIdSql(groups, isPatient)
  texts.set(groups, text)
  const [row] = await db.rows<WithMemberships<User>>(text, [id])
  return row
}

/** A user with the columns that the viewer may read. Fails with not_found for an invisible user. Tries a patient first, the usual case. */
export async function getUser(db: Db, viewer: Inviter, id: number): Promise<User> {
  await assertVisibleUser(db, viewer, id)
  const row = (await readUser(db, viewer, id, true)) ?? (await readUser(db, viewer, id, false)) ?? fail('not_found')
  const { memberships, ...user } = hideInvitation(viewer, row, invitedUserOf(row, row.subscription))
  return { ...user, membership: membershipsOf(memberships), can: userPolicy.abilities(viewer, row) }
}

/**
 * The users among these that the viewer may open. A screen asks before it makes links of names, because a record may name a user that
 * its reader may not see, or no longer.
 */
export async function findOpenableUsers(db: Db, viewer: Viewer, ids: number[]): Promise<number[]> {
  const users = await db.findRows('users', ['id'], { id: ids }, usersSeenBy(viewer))
  return users.map(({ id }) => id)
}

/** Whether a user of the domain has this email, in any letter case. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const user = await db.findRow('users', ['id'], { email_key: emailKeyOf(email) })
  return user !== undefined
}

export const findMemberships = (db: Db) =>
  db.selectFrom('memberships').select(['id', 'name']).where('domain_id', '=', db.domainId).orderBy('id').execute()

export const findTags = (db: Db) =>
  db.selectFrom('tags').select(['id', 'label']).where('domain_id', '=', db.domainId).orderBy('id').execute()
