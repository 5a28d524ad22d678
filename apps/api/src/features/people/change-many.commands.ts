/** Changes several users at once: all of them or none. Each user is changed by the same command as one user alone. */

import { membershipIds } from '@vialdesk/contract/base/roles'
import type { UserEdit } from '@vialdesk/contract/people/accounts'
import type { BulkChange } from '@vialdesk/contract/people/people'
import type { Db } from '#api/db/db.ts'
import { editUser } from '#api/features/accounts/edit/edit-user.commands.ts'
import { validateTags } from '#api/features/accounts/edit/validate-references.commands.ts'
import { activateUsers, deactivateUsers } from '#api/features/accounts/status/activate-user.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

type Edit = Exclude<BulkChange, { action: 'activate' | 'deactivate' }>
type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number]

const { patient, harvest_center, referral_harvest_center } = membershipIds
/** The memberships that have a rep or a harvest center. Every user may have tags. */
const assignments = {
  set_rep: { memberships: [patient, harvest_center, referral_harvest_center], name: 'sales rep' },
  set_center: { memberships: [patient], name: 'harvest center' },
}

/** Returns the ids of the users that the change changed. */
export async function changeMany(db: Db, actor: Actor, change: BulkChange): Promise<number[]> {
  if (change.action === 'activate' || change.action === 'deactivate') {
    assertRecentProof(actor)
    return change.action === 'activate' ? activateUsers(db, change.ids) : deactivateUsers(db, actor, change.ids)
  }
  const users = await lockUsers(db, change.ids)
  if (users.length < change.ids.length) fail('not_found', { message: 'Some of these users no longer exist. Reload the list.' })
  if ('tag' in change) await validateTags(db, [change.tag], 'tag')
  else validateMemberships(change.action, users)
  const edits = users.flatMap((user) => editOf(change, user) ?? [])
  for (const { id, edit } of edits) await editUser(db, actor, id, edit)
  return edits.map(({ id }) => id)
}

/** Locks the users, always in the same order to avoid deadlocks. */
const lockUsers = (db: Db, ids: number[]) => db.lockRows('users', { id: ids, removed_at: null })

/** Users named in a message. More would not be read. */
const MAX_NAMED = 5

function validateMemberships(action: keyof typeof assignments, users: LockedUser[]): void {
  const { memberships, name } = assignments[action]
  const wrong = users.filter(({ subscription }) => !(memberships as number[]).includes(subscription)).map(({ id }) => `#${id}`)
  if (wrong.length === 0) return
  const more = wrong.length > MAX_NAMED ? ` and ${wrong.length - MAX_NAMED} more` : ''
  failField('ids', `Remove users without a ${name} from the selection: ${wrong.slice(0, MAX_NAMED).join(', ')}${more}.`)
}

/** The edit of one user; undefined if the user stays as it is. */
function editOf(change: Edit, user: LockedUser): { id: number; edit: UserEdit } | undefined {
  const { id, tags } = user
  switch (change.action) {
    case 'add_tag':
      return tags.includes(change.tag) ? undefined : { id, edit: { tags: [...tags, change.tag] } }
    case 'remove_tag':
      return tags.includes(change.tag) ? { id, edit: { tags: tags.filter((tag) => tag !== change.tag) } } : undefined
    case 'set_rep':
      return user.sales_rep_id === change.saless_rep_id ? undefined : { id, edit: { saless_rep_id: change.saless_rep_id } }
    case 'set_center':
      return user.harvest_center_id === change.harvest_center_id
        ? undefined
        : { id, edit: { harvest_center_id: change.harvest_center_id } }
  }
}
