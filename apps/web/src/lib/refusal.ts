import type { RefusalBody, RefusalCode } from '@vialdesk/contract/errors'

/** `unreachable`: no answer came, or none of ours. Whether a change arrived is then unknown. */
export type FailureCode = RefusalCode | 'unreachable'

/** A call that did not succeed, in the shape of the contract's vocabulary. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: FailureCode
  /** 0 where there was no answer at all. */
  readonly status: number
  /** Sentences by field; nested fields are dotted. */
  readonly errors: Record<string, string[]>
  readonly incident: string | undefined

  constructor(status: number, body: Omit<RefusalBody, 'code'> & { code: FailureCode }, cause?: unknown) {
    super(body.message, { cause })
    this.code = body.code
    this.status = status
    this.errors = body.errors ?? {}
    this.incident = body.incident
  }
}

/** What the server said of each field, as one text a field. */
export const sentencesOf = ({ errors }: Refusal): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, sentences.join(' ')]))

export const unreachable = (status: number, cause?: unknown) =>
  new Refusal(status, { code: 'unreachable', message: 'The portal could not be reached.' }, cause)
