/**
 * The typed api client. A call is named by its method and path: `apiQuery('GET /api/v1/users/all/', { query })`. The contract
 * is imported as types only, so that no schema is shipped with pages that only read.
 */
import { type MutationMeta, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, CallKey, Input, InputArgs, ReadingCall } from './call-types.ts'
import { takeEarlyAnswer } from './early-reads.ts'
import { type RequestInput, request } from './request.ts'

export type { Answer, CallKey, Input } from './call-types.ts'

/** Options for `useQuery`, `useSuspenseQuery` and loaders. The query key is the call's path and input. */
export function apiQuery<A extends ReadingCall>(key: A, ...[input]: InputArgs<A>) {
  return queryOptions({
    queryKey: [key, input ?? {}] as const,
    queryFn: ({ signal }) => {
      const sent = input as RequestInput | undefined
      const ask = () => request(key, sent, signal)
      return takeEarlyAnswer<Answer<A>>(key, sent)?.then((answer) => answer ?? ask()) ?? ask()
    },
  })
}

export type CallOptions = MutationMeta & { asGuest?: boolean; asForm?: boolean }

/** Void variables allow `mutate()` without an argument. */
// biome-ignore lint/suspicious/noConfusingVoidType: the query library asks for it.
type Variables<A extends CallKey> = Input<A> extends undefined ? void : Input<A>

/**
 * Options for `useMutation`, also for GET calls that change data. `asGuest` sends the call without the session, `asForm` as a multipart
 * form even without a file. The others say what happens beside the call (query-client.ts).
 */
export function apiMutation<A extends CallKey>(key: A, { asGuest = false, asForm = false, ...meta }: CallOptions = {}) {
  return mutationOptions({
    mutationKey: [key] as const,
    meta,
    mutationFn: (input: Variables<A>) => request(key, { ...(input as RequestInput | undefined), asGuest, asForm }),
  })
}
