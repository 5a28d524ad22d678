/** Types that the server of the fake Authorize.Net shares with its calls. */
import type { FakeAccount, FakeCard } from './state.fixture.ts'

export interface FakeState {
  readonly tokens: Map<string, FakeCard>
  readonly faults: string[]
  /** Requests until a new customer can be read. */
  delay: number
  /** Between the values of the answer to a check of a card, as the account sets it. */
  delimiter: string
  /** Whether a token is used up by a request that is refused, too. */
  usesUpTokens: boolean
  now(): Date
  newId(): string
}

/** One request of the present account. */
export interface FakeCall {
  server: FakeState
  account: FakeAccount
  refId: string
  body: Record<string, unknown>
}
export type FakeAnswer = Record<string, unknown>
export type FakeCalls = Record<string, (call: FakeCall) => FakeAnswer>

/** Refuses the whole request. */
export class FakeRefusal extends Error {
  readonly code: string
  readonly more: FakeAnswer
  constructor(code: string, text = `Text of ${code}`, more: FakeAnswer = {}) {
    super(text)
    this.code = code
    this.more = more
  }
}
