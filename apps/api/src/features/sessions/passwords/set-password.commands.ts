import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { hashPassword, verifyPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/http/errors/fail.ts'
import { invalidatePasswordLinks } from './send-password-link.commands.ts'

/** Call it when the user opened a link that was mailed to this email address. */
export async function markEmailVerified(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Locks the user's row, so that each of several concurrent changes sees the password that the one before set. */
const lockPasswordHash = async (db: Db, userId: number): Promise<string | null> => {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return password_hash
}

/** Refuses the field unless it contains the user's password. Locks the user's row. */
export async function validatePassword(db: Db, userId: number, password: string, field: string): Promise<void> {
  if (!(await verifyPassword(await lockPasswordHash(db, userId), password))) failField(field, 'wrong_password')
}

/** Sets a password, invalidates all links of the user, and ends all sessions except `keepSession`. */
export async function setPassword(db: Db, userId: number, password: string, keepSession?: number): Promise<{ isFirst: boolean }> {
  const passwordHash = await hashPassword(password)
  const previousHash = await lockPasswordHash(db, userId)
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', userId)
    .execute()
  await invalidatePasswordLinks(db, userId)
  await endSessionsOfUser(db, userId, keepSession)
  return { isFirst: previousHash === null }
}
