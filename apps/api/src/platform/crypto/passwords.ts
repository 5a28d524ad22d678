/**
 * Passwords are hashed with argon2id and OWASP's parameters. A check takes as long for an unknown account as for a known
 * one.
 */
import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default), 19 MiB, 2 passes, 1 lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
let cost = HASH_COST

export const hashPassword = (password: string) => hash(password, cost)

let dummyHash: Promise<string> | undefined

/** Only tests choose another cost. They hash thousands of passwords that protect nothing. */
export function setHashCost(given: typeof HASH_COST): void {
  cost = given
  dummyHash = undefined
}

/** True if the password is right. Without a hash it takes as long and returns false. Tests replace `check`. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  check: typeof verify = verify,
): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const fits = await check(passwordHash ?? (await dummyHash), password)
  return fits && passwordHash != null
}
