/** Passwords: argon2id by the OWASP's parameters, and the same work whether or not there is an account. */
import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default), 19 MiB, 2 passes, 1 lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, options)

let nobody: Promise<string> | undefined

/** Whether the password fits. Without a hash it takes as long and answers false. `check` compares a hash with a password. */
export async function passwordFits(
  passwordHash: string | null | undefined,
  password: string,
  check: typeof verify = verify,
): Promise<boolean> {
  nobody ??= hashPassword('nobody has this password')
  const fits = await check(passwordHash ?? (await nobody), password)
  return fits && passwordHash != null
}
