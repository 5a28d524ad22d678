/**
 * Every error leaves in one shape, `{message, code, errors?, incident?}`. An unexpected error is a 500 with an incident id.
 * The log has a line with this id and the chain of causes; the response says nothing else about the error.
 */
import { randomBytes } from 'node:crypto'
import { type ApiErrorBody, type ApiErrorCode, apiErrors } from '@vialdesk/contract/base/errors'
import { CHECK_FIELD } from '@vialdesk/contract/base/validation-messages'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { redactCards } from '#api/platform/logging/redact.ts'
import { isSecretKey } from '#api/platform/logging/sensitive-keys.ts'
import { type AllowedMethods, trackAllowedMethods } from './allowed-methods.ts'
import { answerMalformedRequest } from './malformed-requests.ts'
import { operatorFaultOf, toApiError } from './to-api-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See the option of calls with this name. */
    explainsRefusals?: boolean
  }
}

/** Refusals that are logged separately from the request line. The others are normal. */
const loggedCodes: ReadonlySet<ApiErrorCode> = new Set(['unavailable', 'uncertain', 'internal', 'conflict'])

/** Server options for errors before routing: a URL that cannot be decoded, or a malformed request. */
export const errorHandlerOptions = {
  frameworkErrors: (error, request, reply) => void sendFailure(error, request as FastifyRequest, reply as FastifyReply),
  clientErrorHandler: answerMalformedRequest,
  /** During shutdown, requests on open connections are still answered; then their connections are closed. */
  return503OnClosing: false,
} satisfies FastifyServerOptions

/** Adds the error and not-found handlers and the parser of JSON bodies. Call it before any route is added. */
export function addErrorHandlers(app: FastifyInstance): void {
  const allowedAt = trackAllowedMethods(app)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const { body, status, headers } = missingRoute(request, allowedAt)
    return reply.status(status).headers(headers).send(body)
  })
  addJsonParser(app)
}

function missingRoute(request: FastifyRequest, allowedAt: AllowedMethods) {
  const path = request.url.split('?', 1)[0] as string
  const allowed = allowedAt(path)
  const code: ApiErrorCode = allowed.length > 0 && !allowed.includes(request.method) ? 'method_not_allowed' : 'not_found'
  const { status, message } = apiErrors[code]
  const headers: Record<string, string> = code === 'method_not_allowed' ? { allow: allowed.join(', ') } : {}
  return { status, headers, body: { message, code } satisfies ApiErrorBody }
}

interface ErrorResponse {
  status: number
  headers: Record<string, string>
  body: ApiErrorBody
}

/** Returns the response to a failed request and logs the error if needed. Both contain the incident id. */
export function errorResponse(error: unknown, request: FastifyRequest): ErrorResponse {
  try {
    return responseOf(error, request)
  } catch (failure) {
    return unexpectedFailure(new AggregateError([failure, error], 'An error could not be answered'), request)
  }
}

function unexpectedFailure(error: unknown, request: FastifyRequest): ErrorResponse {
  const { status, message } = apiErrors.internal
  const incident = randomBytes(6).toString('hex')
  request.log.error({ err: error, incident, route: request.routeOptions.url }, 'unexpected failure')
  return { status, headers: {}, body: { message, code: 'internal', incident } }
}

function responseOf(error: unknown, request: FastifyRequest): ErrorResponse {
  const refusal = toApiError(error)
  if (!refusal) return unexpectedFailure(error, request)
  const { code, status, headers } = refusal
  if (loggedCodes.has(code)) logRefusal(error, code, request)
  const typed = secretValues(request.body)
  const errors =
    refusal.errors &&
    Object.fromEntries(
      Object.entries(refusal.errors).map(([field, list]) => [
        field,
        list.map((text) => withoutSecrets(text, typed, CHECK_FIELD)),
      ]),
    )
  return {
    status,
    headers,
    body: { message: withoutSecrets(refusal.message, typed, apiErrors[code].message), code, ...(errors ? { errors } : {}) },
  }
}

function logRefusal(error: unknown, code: ApiErrorCode, { log, routeOptions }: FastifyRequest): void {
  const described = { err: error, code, route: routeOptions.url }
  const fault = operatorFaultOf(error)
  const isUnexpected = code === 'uncertain' && error instanceof Error && error.cause !== undefined && !toApiError(error.cause)
  if (fault !== undefined) log.error(described, fault)
  else if (isUnexpected) log.error(described, 'unexpected failure')
  else log.warn(described, 'refused')
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = errorResponse(error, request)
  const sent = request.routeOptions.config.explainsRefusals ? explained(body) : body
  return reply.status(status).headers(headers).type('application/json; charset=utf-8').send(sent)
}

/** The title is the sentence of the code, the reason is the most exact sentence that is known. */
function explained(body: ApiErrorBody): ApiErrorBody {
  const sentences = [...new Set(Object.values(body.errors ?? {}).flat())]
  const error_message = sentences.length > 0 ? sentences.join(' ') : body.message
  return { ...body, message: apiErrors[body.code].message, error_message }
}

/** The texts that the request has in secret fields, such as passwords and cards. A message that repeats one is replaced. */
function secretValues(body: unknown, inSecret = false, depth = 0): string[] {
  if (depth > 6 || body === null || body === undefined) return []
  if (typeof body === 'object') {
    return Object.entries(body).flatMap(([key, value]) => secretValues(value, inSecret || isSecretKey(key), depth + 1))
  }
  const text = String(body)
  return inSecret && text.length >= 3 ? [text] : []
}

const withoutSecrets = (sentence: string, typed: string[], instead: string) =>
  typed.some((secret) => sentence.includes(secret)) ? instead : redactCards(sentence)

/** An empty body counts as no body, with any content type. Plain text is not supported. */
function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else void parse(request, text as string, done)
  })
}
