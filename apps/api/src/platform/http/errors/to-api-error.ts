/** Converts any thrown error to a refusal of the vocabulary. */
import type { ApiErrorCode } from '@vialdesk/contract/base/errors'
import { ownValue } from '@vialdesk/contract/base/own-value'
import { z } from 'zod'
import { ApiError, fieldError } from '#api/platform/kernel/fail.ts'
import { constraintErrors } from './constraint-errors.ts'

/** By the codes of Fastify's own errors; its other 4xx are `malformed`. */
const fastifyCodes: Record<string, ApiErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
}

/**
 * By the codes of PostgreSQL (documentation, appendix A) and of system errors of its connection. `unavailable` is what may succeed when it
 * is asked again: also when a disk is full (53100), memory is short or the password of a role was changed, because an operator mends that,
 * and when the server has become a replica (25006), because another one is the primary soon. PgBouncer says 08P01
 * when it has lost its connection, or has none in time.
 * A broken disk (58030) is an unexpected failure.
 */
const databaseCodes: Partial<Record<ApiErrorCode, string[]>> = {
  conflict: ['40001', '40P01', '55P03'],
  unavailable: [
    ...['57014', '57P01', '57P02', '57P03', '53000', '53100', '53200', '53300', '53400', '25P03', '25006', '28000', '28P01'],
    ...['08000', '08003', '08006', '08001', '08004', '08P01', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ],
}
const codesOfDatabase: Record<string, ApiErrorCode> = Object.fromEntries(
  Object.entries(databaseCodes).flatMap(([refusal, codes]) => codes.map((code) => [code, refusal as ApiErrorCode])),
)
/** Messages without a code, of the `pg` library and of ours: a lost connection, no answer, or no free connection in time. */
const messagesWithoutCode =
  /^(Connection terminated|Query read timeout|PostgreSQL does not answer|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Sentences of the log about faults that only an operator can mend. */
const operatorFaults: Record<string, string> = {
  '53100': 'the disk of PostgreSQL is full',
  '53200': 'PostgreSQL has no memory left',
  '28000': 'PostgreSQL does not let the role of the portal log in',
  ENOSPC: 'a disk that the portal writes to is full',
  '28P01': 'PostgreSQL refuses the password of the portal: it was changed, or SECRET_KEY is another one',
}

/** PostgreSQL's codes for a lost connection: class 08, and a server that stops, has crashed or starts. */
const lostConnection = /^(08...|57P0[123])$/

/** The error and its causes. */
export const chainOf = (error: unknown): unknown[] => {
  const chain: unknown[] = []
  for (let link = error; link instanceof Error && chain.length < 8; link = link.cause) chain.push(link)
  return chain
}

/** True only for a lost connection to PostgreSQL: not for a time-out, a refusal of ours or an unreachable provider. */
export const isConnectionLoss = (error: unknown): boolean =>
  chainOf(error).some((link) => {
    const { code, severity, message } = link as { code?: unknown; severity?: unknown; message: string }
    // Only PostgreSQL's errors have a `severity`; other libraries have codes too.
    if (typeof code === 'string') return severity !== undefined && lostConnection.test(code)
    return /^Connection terminated/.test(message)
  })

/** A sentence for the log about a fault that stays until an operator mends it; undefined for any other error. */
export function operatorFaultOf(error: unknown): string | undefined {
  const codes = chainOf(error).map((link) => (link as { code?: unknown }).code)
  return codes.flatMap((code) => (typeof code === 'string' ? (ownValue(operatorFaults, code) ?? []) : []))[0]
}

function codeOf(error: unknown): ApiErrorCode | undefined {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') {
    const known = ownValue(fastifyCodes, code) ?? ownValue(codesOfDatabase, code)
    if (known) return known
  }
  return messagesWithoutCode.test(message) ? 'unavailable' : undefined
}

/** The refusal of a row that breaks a constraint which the caller could not have checked before. */
function brokenConstraint(error: unknown, cause: unknown): ApiError | undefined {
  const { constraint } = error as { constraint?: unknown }
  const known = typeof constraint === 'string' ? ownValue(constraintErrors, constraint) : undefined
  return known && fieldError(known.field, known.reason, { cause })
}

/** A 4xx of Fastify or its parsers is the caller's fault. A 4xx of another library is ours. */
function isCallersFault(error: unknown): boolean {
  const { statusCode, code, expose } = (error ?? {}) as { statusCode?: unknown; code?: unknown; expose?: unknown }
  const isFastifys = (typeof code === 'string' && code.startsWith('FST_')) || expose === true || error instanceof SyntaxError
  return isFastifys && typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

/** The refusal for a thrown error; undefined if the error is unexpected. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof z.core.$ZodError) return invalidInput(error)
  for (const link of chainOf(error)) {
    const broken = brokenConstraint(link, error)
    if (broken) return broken
    const code = codeOf(link)
    if (code) return new ApiError(code, { cause: error, headers: code === 'unavailable' ? { 'retry-after': '2' } : {} })
  }
  return isCallersFault(error) ? new ApiError('malformed', { cause: error }) : undefined
}

/** The first message of each dotted field: the others follow from it. An error about the whole input becomes the message itself. */
function invalidInput(error: z.core.$ZodError): ApiError {
  const errors = new Map<string, string[]>()
  for (const issue of error.issues) {
    const place = issue.path.map(String).join('.')
    const places = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => (place ? `${place}.${key}` : key)) : [place]
    for (const field of places) if (!errors.has(field)) errors.set(field, [issue.message])
  }
  const whole = errors.get('')?.[0]
  errors.delete('')
  if (errors.size > 0) return new ApiError('invalid', { errors: Object.fromEntries(errors) })
  return new ApiError('invalid', whole ? { message: whole } : {})
}
