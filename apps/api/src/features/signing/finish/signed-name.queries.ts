/** The printed name of the person who signs. */
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'
import type { LockedRecipient } from '#api/features/documents/state/lock-document.queries.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

/** A staff user who signs for a center signs with the own name. */
export async function getSignedName(
  db: Db,
  { user_id, name }: Pick<LockedRecipient, 'user_id' | 'name'>,
  userId: number | null,
): Promise<string> {
  if (userId === null || user_id === null || userId === user_id) return name
  const [staff] = await db.rows<{ name: string }>(
    `select ${displayNameOf('u')} as name from users u where domain_id = $1 and id = $2`,
    [db.domainId, userId],
  )
  return `${(staff ?? fail('not_found')).name}, for ${name}`
}
