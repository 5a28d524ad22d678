/** The email of an account before a change. The job queue must not contain it, so it is read from the audit. */
import { createHash } from 'node:crypto'
import type { Db } from '#api/db/db.ts'

/** Clients may choose the request id, so the hash of the previous email identifies the change too. */
export const hashEmail = (email: string) => createHash('sha256').update(email).digest('base64url')

interface EmailChange {
  user_id: number
  request_id: string | null
  /** The previous email, hashed by `hashEmail`. */
  previous_email_hash: string
}

const emailChangesSql = `
  select a.id, a.before ->> 'email' as email
  from audit_log a
  join users u on u.domain_id = a.domain_id and u.id = a.subject_id
  where a.domain_id = $1
    and a.type = 'account.changed'
    and a.subject_id = $2
    and a.request_id = $3
    and a.before ? 'email'
  order by a.id desc`

/** The latest matching change; undefined once the user is deleted. */
export async function findPreviousEmail(db: Db, { user_id, request_id, previous_email_hash }: EmailChange) {
  const changes = await db.rows<{ id: number; email: string }>(emailChangesSql, [db.domainId, user_id, request_id])
  return changes.find(({ email }) => hashEmail(email) === previous_email_hash)
}
