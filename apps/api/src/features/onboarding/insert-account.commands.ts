/** Inserts the row of a new account and sends the first mail to its owner. */

import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { invite } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { failField } from '#api/platform/kernel/fail.ts'

export type NewAccountValues = Omit<Insertable<Tables['users']>, 'domain_id' | 'memberships' | 'password_hash'> & {
  /** Of the password that the owner chose. Without one, a mailed link lets the owner set a password. */
  password_hash?: string
  /** Of a form. It is never stored. */
  password?: string | undefined
}

/** Of a visitor who chose a password and opened the link that was mailed to the address. */
export interface VerifiedOwner {
  password_hash: string
  email_verified_at: Date
}

/**
 * Returns the id. Refuses a used email with duplicate_email; the transaction stays usable. The mail is sent after the commit.
 */
export async function insertAccount(
  db: Db,
  role: Role,
  { password: _, password_hash, ...values }: NewAccountValues,
): Promise<number> {
  const created = await db
    .insertInto('users')
    .values({ ...values, password_hash: password_hash ?? null, domain_id: db.domainId, memberships: [membershipIds[role]] })
    // A unique violation would abort the transaction of the caller; a conflict only inserts nothing.
    .onConflict((conflict) => conflict.constraint('users_email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return failField('email', 'duplicate_email')
  if (password_hash === undefined) await invite(db, [created.id])
  else await db.enqueue('onboarding.send_welcome', { user_id: created.id })
  return created.id
}
