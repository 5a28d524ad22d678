/**
 * The typed api client. A call is named by its method and path: `apiQuery('GET /api/v1/users/all/', { query })`. The contract
 * is imported as types only, so that no schema is shipped with pages that only read.
 */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { contract } from '@vialdesk/contract'
import type { AnswerOf, Call, InputOf } from '@vialdesk/contract/call'
import { takeEarlyAnswer } from './early-reads.ts'
import { type RequestInput, request } from './request.ts'

type Contract = typeof contract
type CallsOf<Feature> = Feature[keyof Feature]
type EveryCall = Extract<{ [F in keyof Contract]: CallsOf<Contract[F]> }[keyof Contract], Call>
type CallAt<A extends CallKey> = Extract<EveryCall, { key: A }>

export type CallKey = EveryCall['key']
/** Calls that only read. Some use POST: their input must not be in a URL, or the specification says so. */
export type ReadingCall =
  | Extract<CallKey, `GET ${string}`>
  | 'POST /api/v1/users/email-exists/'
  | 'POST /api/v1/billing-profiles/get-profile/'
  | 'POST /auth/authorizenet/'
  | 'POST /api/v1/assets/subscription/{id}/section/'
  | 'POST /domain/config/preview/'
  | 'POST /api/v1/hc-staff/{id}/invitation/'
  | 'POST /auth/set-password/open/'
  | 'POST /api/v1/harvest-centers/{id}/referral-invitation/'

export type Answer<A extends CallKey> = AnswerOf<CallAt<A>>
/** The input of a call; undefined for a call without params, query and body. */
export type Input<A extends CallKey> = unknown extends InputOf<CallAt<A>> ? undefined : InputOf<CallAt<A>>
export type InputArgs<A extends CallKey> =
  undefined extends Input<A> ? [] : Record<never, never> extends Input<A> ? [input?: Input<A>] : [input: Input<A>]

/** Options for `useQuery`, `useSuspenseQuery` and loaders. The query key is the call's path and input. */
export function apiQuery<A extends ReadingCall>(key: A, ...[input]: InputArgs<A>) {
  return queryOptions({
    queryKey: [key, input ?? {}] as const,
    queryFn: ({ signal }) => {
      const sent = input as RequestInput | undefined
      return takeEarlyAnswer<Answer<A>>(key, sent) ?? request<Answer<A>>(key, sent, signal)
    },
  })
}

/** Void variables allow `mutate()` without an argument. */
// biome-ignore lint/suspicious/noConfusingVoidType: the query library asks for it.
type Variables<A extends CallKey> = Input<A> extends undefined ? void : Input<A>

/**
 * Options for `useMutation`, also for GET calls that change data. `asGuest` sends the call without the session, `asForm` as a multipart
 * form even without a file.
 */
export function apiMutation<A extends CallKey>(key: A, { asGuest = false, asForm = false } = {}) {
  return mutationOptions({
    mutationKey: [key] as const,
    mutationFn: (input: Variables<A>) => request<Answer<A>>(key, { ...(input as RequestInput | undefined), asGuest, asForm }),
  })
}
