/** Estimates how hard a password is to guess. It comes with a large dictionary, so load it only when somebody types a new password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 32 })
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** The server refuses passwords of this score and below. */
const REFUSED = 1

/** From 0 (refused) to 4 (very hard). `ownWords` of the person, such as name and email, are easy to guess. */
export function passwordStrength(password: string, ownWords: string[] = []): number {
  if (commonPasswords.has(password.toLowerCase())) return 0
  const { score } = estimator.check(password, ownWords.filter(Boolean))
  return score <= REFUSED ? 0 : score
}
