/** The types of all calls, their inputs and answers. */
import type { contract } from '@vialdesk/contract'
import type { AnswerOf, Call, InputOf } from '@vialdesk/contract/base/call'

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
