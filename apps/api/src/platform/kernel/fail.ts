/** The one way to refuse: any layer calls `fail`, and the error handlers turn it into the response. */
import { type ApiErrorCode, apiErrors } from '@vialdesk/contract/base/errors'

export interface ErrorDetails {
  /** Replaces the vocabulary's sentence by a more exact one. Users read it, so it names no internals. */
  message?: string
  /** Messages by field; nested fields are dotted (`credit_card.cvc`). */
  errors?: Record<string, string[]>
  /** For the log only, never for the response. */
  cause?: unknown
  /** Response headers, such as Retry-After. */
  headers?: Record<string, string>
}

export class ApiError extends Error {
  readonly code: ApiErrorCode
  /** HTTP status. */
  readonly status: number
  readonly errors: Record<string, string[]> | undefined
  readonly headers: Record<string, string>

  constructor(code: ApiErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? apiErrors[code].message, 'cause' in details ? { cause: details.cause } : undefined)
    this.name = 'Refusal'
    this.code = code
    this.status = apiErrors[code].status
    this.errors = details.errors
    this.headers = details.headers ?? {}
  }
}

/**
 * Ends the call with a refusal from the vocabulary in `packages/contract/src/base/errors.ts`. 403 ends the session in the browser, so only the
 * access table refuses with it (`authorize`): the role may never make this call.
 */
export function fail(code: Exclude<ApiErrorCode, 'forbidden'>, details?: ErrorDetails): never {
  throw new ApiError(code, details)
}

/** A code of the vocabulary, which brings its own sentence, or a sentence for a 422. */
export type FieldReason = ApiErrorCode | (string & {})
type FieldDetails = Omit<ErrorDetails, 'errors'>

export function fieldError(field: string, reason: FieldReason, details: FieldDetails = {}): ApiError {
  const code = isCode(reason) ? reason : 'invalid'
  const sentence = isCode(reason) ? apiErrors[reason].message : reason
  return new ApiError(code, { ...details, errors: { [field]: [sentence] } })
}

/** Refuses the input for one field. */
export function failField(field: string, reason: FieldReason, details?: FieldDetails): never {
  throw fieldError(field, reason, details)
}

/** Refuses the input with a sentence for each field. */
export function failFields(sentences: Record<string, string>): never {
  return fail('invalid', { errors: Object.fromEntries(Object.entries(sentences).map(([field, text]) => [field, [text]])) })
}

const isCode = (reason: string): reason is ApiErrorCode => Object.hasOwn(apiErrors, reason)
