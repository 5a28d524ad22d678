import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'

/**
 * The newest sign-up that waits for this email to be verified. Only the newest: several slow comparisons of passwords would show by
 * their duration how many sign-ups wait.
 */
export function findPendingSignUp(db: Db, email: string) {
  return db
    .selectFrom('sign_ups')
    .select(['id', sql<string>`password_hash`.as('password_hash')])
    .where('domain_id', '=', db.domainId)
    .where('email_key', '=', email.trim().toLowerCase())
    .where('user_id', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
