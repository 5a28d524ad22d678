/**
 * The typed api client. A call is named by its method and path: `ask('GET /api/v1/users/all/', { query })`. The contract
 * is imported as types only, so that no schema is shipped with pages that only read.
 */
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { contract } from '@vialdesk/contract'
import type { AnswerOf, Call, InputOf } from '@vialdesk/contract/call'
import { type RequestInput, request } from './request.ts'

type Contract = typeof contract
type CallsOf<Feature> = Feature[keyof Feature]
type EveryCall = Extract<{ [F in keyof Contract]: CallsOf<Contract[F]> }[keyof Contract], Call>
type CallAt<A extends Address> = Extract<EveryCall, { address: A }>

export type Address = EveryCall['address']
/** Calls that only read. Two use POST, because their input must not be in a URL. */
type Reading =
  | Extract<Address, `GET ${string}`>
  | 'POST /api/v1/users/email-exists/'
  | 'POST /api/v1/billing-profiles/get-profile/'

export type Answer<A extends Address> = AnswerOf<CallAt<A>>
/** The input of a call; undefined for a call without params, query and body. */
export type Input<A extends Address> = unknown extends InputOf<CallAt<A>> ? undefined : InputOf<CallAt<A>>
type InputArgs<A extends Address> =
  undefined extends Input<A> ? [] : Record<never, never> extends Input<A> ? [input?: Input<A>] : [input: Input<A>]

/** Options for `useQuery`, `useSuspenseQuery` and loaders. The query key is the call's path and input. */
export function ask<A extends Reading>(address: A, ...[input]: InputArgs<A>) {
  return queryOptions({
    queryKey: [address, input ?? {}] as const,
    queryFn: ({ signal }) => request<Answer<A>>(address, input as RequestInput | undefined, signal),
  })
}

/** Void variables allow `mutate()` without an argument. */
// biome-ignore lint/suspicious/noConfusingVoidType: the query library asks for it.
type Variables<A extends Address> = Input<A> extends undefined ? void : Input<A>

/** Options for `useMutation`, also for GET calls that change data. `asVisitor` sends the call without the session. */
export function send<A extends Address>(address: A, { asVisitor = false } = {}) {
  return mutationOptions({
    mutationKey: [address] as const,
    mutationFn: (input: Variables<A>) => request<Answer<A>>(address, { ...(input as RequestInput | undefined), asVisitor }),
  })
}
