/** Reads that begin before the code of their screen has loaded. The query of the same call takes the answer. */
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
const nameOf = (key: string, input: RequestInput | undefined) => key + JSON.stringify(input ?? {})

export function readEarly<Result>({ key, input }: Read): Promise<Result> {
  const answer = request<Result>(key, input)
  // The query that takes the answer shows the failure.
  answer.catch(() => undefined)
  answers.set(nameOf(key, input), answer)
  return answer
}

/** The answer of an early read, for one query: later ones must be fresh. */
export function takeEarlyAnswer<Result>(key: string, input: RequestInput | undefined): Promise<Result> | undefined {
  const name = nameOf(key, input)
  const answer = answers.get(name)
  answers.delete(name)
  return answer as Promise<Result> | undefined
}
