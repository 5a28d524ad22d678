import type { Db } from '#api/db/db.ts'
import { endSessionsOfUser } from '#api/features/sessions/end-session.commands.ts'
import { validateNewPassword } from '#api/platform/crypto/new-password.ts'
import { hashPassword, verifyPassword } from '#api/platform/crypto/passwords.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { endLinks } from './send-password-link.commands.ts'

/** Call it when the user opened a link that was mailed to this email address. */
export async function markEmailVerified(db: Db, userId: number): Promise<void> {
  await db.updateRows('users', { id: userId, email_verified_at: null }, { email_verified_at: new Date() })
}

/** Locks the user's row, so that each of several concurrent changes sees the password that the one before set. */
const lockOwner = async (db: Db, userId: number) => (await db.lockRow('users', { id: userId })) ?? fail('not_found')

/** Refuses the field unless it contains the user's password. Locks the user's row. */
export async function validatePassword(db: Db, userId: number, password: string, field: string): Promise<void> {
  const { password_hash } = await lockOwner(db, userId)
  if (!(await verifyPassword(password_hash, password))) failField(field, 'wrong_password')
}

/** A new password, and the field of the form that has it. */
interface GivenPassword {
  password: string
  field: string
}

/** Sets a password, invalidates all links of the user, and ends all sessions except `keepSession`. Refuses a common password. */
export async function setPassword(
  db: Db,
  userId: number,
  { password, field }: GivenPassword,
  keepSession?: number,
): Promise<{ isFirst: boolean }> {
  const passwordHash = await hashPassword(password)
  const { password_hash: previousHash, ...owner } = await lockOwner(db, userId)
  validateNewPassword(field, password, owner)
  await db.updateRows('users', { id: userId }, { password_hash: passwordHash })
  await endLinks(db, userId)
  await endSessionsOfUser(db, userId, keepSession)
  return { isFirst: previousHash === null }
}
