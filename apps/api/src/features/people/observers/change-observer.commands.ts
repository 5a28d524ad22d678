/** An observer sees the centers of one lab. */
import type { NewObserver } from '@vialdesk/contract/people/people'
import type { Db } from '#api/db/db.ts'
import { editUser } from '#api/features/accounts/edit/edit-user.commands.ts'
import { createMember } from '#api/features/onboarding/create-account.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { getObserver } from './observers.queries.ts'

/** Adds an observer, who gets a mail with a link to set a password. Returns the id. */
export const addObserver = (db: Db, { lab_id, ...values }: NewObserver): Promise<number> =>
  createMember(db, 'observer', values, { lab_id })

/** Ties an observer to another lab. From its next request on, the observer sees the centers of that lab only. */
export async function moveObserver(db: Db, actor: Actor, id: number, lab_id: number): Promise<void> {
  await getObserver(db, id)
  await editUser(db, actor, id, { lab_id })
}
