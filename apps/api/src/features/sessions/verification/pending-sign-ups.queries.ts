import type { Db } from '#api/db/db.ts'
import { emailKeyOf } from '#api/db/user-sql.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'

/** Each of them costs a slow comparison, and each mail goes to one address. */
export const NEWEST_SIGN_UPS = 5

const PENDING = `
  select s.id, s.password_hash
  from sign_ups s
  where s.domain_id = $1
    and s.email_key = $2
    and s.user_id is null
  order by s.id desc
  limit $3`

/**
 * The newest sign-up with this email and password that waits for the email to be verified. A sign-up of a stranger with the same email does
 * not hide it. It compares one password also without a sign-up, and several at the same time, so that the duration reveals little.
 */
export async function findOwnSignUp(db: Db, email: string, password: string): Promise<{ id: number } | undefined> {
  const values = [db.domainId, emailKeyOf(email), NEWEST_SIGN_UPS]
  const signUps = await db.rows<{ id: number; password_hash: string }>(PENDING, values)
  const hashes = signUps.length > 0 ? signUps.map(({ password_hash }) => password_hash) : [undefined]
  const fits = await Promise.all(hashes.map((hash) => verifyPassword(hash, password)))
  return signUps.find((_, index) => fits[index])
}
