/** Refuses new passwords that attackers try first. The length is checked by the contract. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { failField } from '#api/platform/http/errors/fail.ts'

/** About 49,000 passwords from public leaks, the most common first. They include the 10,000 most common ones. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const lettersAndDigits = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Of the person whose password it is. */
export interface PasswordOwner {
  email?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  company?: string | null | undefined
}

function ownWords({ email, first_name, last_name, company }: PasswordOwner): Set<string> {
  const [first = '', last = ''] = [first_name ?? '', last_name ?? '']
  const words = [email ?? '', (email ?? '').split('@')[0] ?? '', first, last, first + last, last + first, company ?? '']
  return new Set(words.map(lettersAndDigits).filter((word) => word !== ''))
}

/** A sentence that says why the password is refused. Undefined for a good one. */
export function weaknessOf(password: string, owner: PasswordOwner = {}): string | undefined {
  if (commonPasswords.has(password.toLowerCase())) return 'This password is very common. Choose another one.'
  const isOwnWord = ownWords(owner).has(lettersAndDigits(password))
  return isOwnWord ? 'Do not use your name or email address as your password.' : undefined
}

export function validateNewPassword(field: string, password: string, owner?: PasswordOwner): void {
  const weakness = weaknessOf(password, owner)
  if (weakness) failField(field, weakness)
}
