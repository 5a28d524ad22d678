import type { ApiErrorBody, ApiErrorCode } from '@vialdesk/contract/base/errors'

/** `unreachable`: no response, or not one of the portal's. It is then unknown whether a change arrived. */
export type FailureCode = ApiErrorCode | 'unreachable'

/** An error response of the api. Its codes are defined in the contract. */
export class ApiError extends Error {
  override name = 'Refusal'
  readonly code: FailureCode
  /** 0 without a response. */
  readonly status: number
  /** Messages by field; nested fields have dotted names. */
  readonly errors: Record<string, string[]>
  /** Of a refused purchase: the reason. The message is its title. */
  readonly reason: string | undefined
  readonly incident: string | undefined

  constructor(status: number, body: Omit<ApiErrorBody, 'code'> & { code: FailureCode }, cause?: unknown) {
    super(body.message, { cause })
    this.code = body.code
    this.status = status
    this.errors = body.errors ?? {}
    this.reason = body.error_message || undefined
    this.incident = body.incident
  }
}

/** Whether a state or another person has prevented the change. */
export const isConflict = (error: Error | null) => error instanceof ApiError && error.status === 409

/** Whether the record does not exist for this reader. */
export const isNotFound = (error: Error | null) => error instanceof ApiError && error.code === 'not_found'

/** Whether the page of a record has none to show: it does not exist for this reader, or the URL has no valid id. */
export const isMissing = (error: Error | null) => isNotFound(error) || (error instanceof ApiError && error.code === 'invalid')

/** One text for each field. */
export const fieldErrors = ({ errors }: ApiError): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, sentences.join(' ')]))

export const unreachableError = (status: number, cause?: unknown) =>
  new ApiError(status, { code: 'unreachable', message: 'The portal could not be reached.' }, cause)
