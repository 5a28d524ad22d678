/** Refuses new passwords that attackers try first. The length is checked by the contract. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { failField } from '#api/platform/kernel/fail.ts'

/** About 49,000 passwords from public leaks, the most common first. It leaves out those that the estimator finds by rules. */
const commonPasswords: ReadonlySet<string> = new Set([
  ...dictionary['passwords-common'],
  // The only ones of the 10,000 most common of SecLists that neither the list has nor the estimator finds.
  ...['films+pic+galeries', 'hotmail0', 'hotmail1', 'sentnece'],
])

/** The time grows with the length, and other calls wait. A long password whose beginning is hard to guess is hard to guess. */
const MAX_RATED = 32
let estimator: ZxcvbnFactory | undefined

/** Whether it is guessed within a million attempts: one unit that repeats, a run, a date, keys side by side. The same code draws the meter. */
function isEasy(password: string): boolean {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_RATED })
  return estimator.check(password).score <= 1
}

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
  if (ownWords(owner).has(lettersAndDigits(password))) return 'Do not use your name or email address as your password.'
  return isEasy(password) ? 'This password is easy to guess. Choose another one.' : undefined
}

export function validateNewPassword(field: string, password: string, owner?: PasswordOwner): void {
  const weakness = weaknessOf(password, owner)
  if (weakness) failField(field, weakness)
}
