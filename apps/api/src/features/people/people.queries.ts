import { membershipIds } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

/** A user who was not removed, with what admins need to manage the account. Fails with not_found. */
const selectUser = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'subscription', 'active', 'password_hash'])
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)

export async function assertUser(db: Db, id: number): Promise<void> {
  if (!(await selectUser(db, id).executeTakeFirst())) fail('not_found')
}

/** Locks the user until the end of the transaction. Fails with not_found. */
export async function lockUser(db: Db, id: number) {
  return (await selectUser(db, id).forNoKeyUpdate().executeTakeFirst()) ?? fail('not_found')
}

/** The patient of an audit event about a user. */
export const auditedPatient = ({ id, subscription }: { id: number; subscription: number }) =>
  subscription === membershipIds.patient ? { patient: id } : {}
