/** The row of a new account, and the first mail to its owner. */

import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { sendPasswordLink } from '#api/features/sessions/send-password-link.commands.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

export type NewAccountValues = Omit<Insertable<Tables['users']>, 'domain_id' | 'memberships' | 'password_hash'> & {
  /** Chosen by its owner; without one a mailed link lets the owner set it. */
  password?: string | undefined
}

/**
 * Answers the id. Refuses an address that is taken with duplicate_email; the transaction stays usable. The mail goes out once
 * the transaction commits.
 */
export async function insertAccount(db: Db, role: Role, { password, ...values }: NewAccountValues): Promise<number> {
  const password_hash = password === undefined ? null : await hashPassword(password)
  const made = await db
    .insertInto('users')
    .values({ ...values, password_hash, domain_id: db.domainId, memberships: [membershipIds[role]] })
    // A violation would end the caller's transaction; this way it only inserts nothing.
    .onConflict((conflict) => conflict.constraint('users_email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return failField('email', 'duplicate_email')
  if (password === undefined) await sendPasswordLink(db, made.id, 'welcome')
  else await db.enqueue('onboarding.send_welcome', { user_id: made.id })
  return made.id
}
