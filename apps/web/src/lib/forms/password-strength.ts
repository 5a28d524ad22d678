/** Estimates how hard a password is to guess. It comes with a large dictionary, so load it only when somebody types a new password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Like the server, which refuses passwords of score 0. */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 32 })
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** From 0 (guessed at once) to 4 (very hard). `ownWords` of the person, such as name and email, are easy to guess. */
export const passwordStrength = (password: string, ownWords: string[] = []): number =>
  commonPasswords.has(password.toLowerCase()) ? 0 : estimator.check(password, ownWords.filter(Boolean)).score
