/**
 * Reads that begin before the code of their screen has loaded. The query of the same call takes the answer, also while it is under way: an
 * answer that no query took would be shown later, when it is old.
 */

import { ApiError } from '#web/lib/errors/api-error.ts'
import { session } from '#web/lib/session/session.ts'
import type { CallKey, InputArgs, ReadingCall } from './call-types.ts'
import { type RequestInput, request } from './request.ts'

/** A call with its input. */
export interface Read {
  key: CallKey
  input: RequestInput | undefined
}

export const readOf = <A extends ReadingCall>(key: A, ...[input]: InputArgs<A>): Read => ({
  key,
  input: input as RequestInput | undefined,
})

const answers = new Map<string, Promise<unknown>>()
/** The answer belongs to the session. */
const nameOf = (key: string, input: RequestInput | undefined) => `${session()?.token} ${key} ${JSON.stringify(input ?? {})}`

/** Nobody knows yet whether the session may read: it may have ended, or two-step sign-in may be due. */
const isRefusal = (cause: unknown) => cause instanceof ApiError && (cause.status === 401 || cause.status === 403)

/** The answer is undefined if the session may not read, so that the query asks itself, and leads the user to where the refusal leads. */
export function readEarly({ key, input }: Read): Promise<unknown> {
  const answer: Promise<unknown> = request(key, { ...input, early: true }).catch((cause) => {
    if (!isRefusal(cause)) throw cause
    return undefined
  })
  // The query that takes the answer shows the failure.
  answer.catch(() => undefined)
  answers.set(nameOf(key, input), answer)
  return answer
}

/** The answer of an early read, for one query: later ones must be fresh. */
export function takeEarlyAnswer<Result>(key: string, input: RequestInput | undefined): Promise<Result | undefined> | undefined {
  const name = nameOf(key, input)
  const answer = answers.get(name)
  answers.delete(name)
  return answer as Promise<Result | undefined> | undefined
}
