/** The address that an account had before a change. It is not in the queue: the record of the change knows it. */
import { createHash } from 'node:crypto'
import type { Db } from '#api/db/db.ts'

/** A request may be numbered by whoever sends it, so its number alone does not say which change is meant. */
export const hashEmail = (email: string) => createHash('sha256').update(email).digest('base64url')

interface EmailChange {
  user_id: number
  request_id: string | null
  /** What `hashAddress` makes of the old address. */
  was: string
}

const emailChangesSql = `
  select a.id, a.before ->> 'email' as email from audit_log a join users u on u.domain_id = a.domain_id and u.id = a.subject_id
  where a.domain_id = $1 and a.type = 'account.changed' and a.subject_id = $2 and a.request_id = $3 and a.before ? 'email' order by a.id desc`

/** The latest such change, with whom it is about; undefined once the user is gone. */
export async function findPreviousEmail(db: Db, { user_id, request_id, was }: EmailChange) {
  const changes = await db.rows<{ id: number; email: string }>(emailChangesSql, [db.domainId, user_id, request_id])
  return changes.find(({ email }) => hashEmail(email) === was)
}
