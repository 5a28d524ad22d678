/** Inserts the row of a new account and sends the first mail to its owner. */

import { membershipIds, type Role } from '@vialdesk/contract/roles'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { sendPasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { validateNewPassword } from '#api/platform/crypto/new-password.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

export type NewAccountValues = Omit<Insertable<Tables['users']>, 'domain_id' | 'memberships' | 'password_hash'> & {
  /** Chosen by the owner. Without a password, a mailed link lets the owner set one. */
  password?: string | undefined
}

/**
 * Returns the id. Refuses a used email with duplicate_email; the transaction stays usable. The mail is sent after the commit.
 */
export async function insertAccount(db: Db, role: Role, { password, ...values }: NewAccountValues): Promise<number> {
  if (password !== undefined) validateNewPassword('password', password, values)
  const password_hash = password === undefined ? null : await hashPassword(password)
  const created = await db
    .insertInto('users')
    .values({ ...values, password_hash, domain_id: db.domainId, memberships: [membershipIds[role]] })
    // A unique violation would abort the transaction of the caller; a conflict only inserts nothing.
    .onConflict((conflict) => conflict.constraint('users_email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return failField('email', 'duplicate_email')
  if (password === undefined) await sendPasswordLink(db, created.id, 'welcome')
  else await db.enqueue('onboarding.send_welcome', { user_id: created.id })
  return created.id
}
