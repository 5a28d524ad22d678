/**
 * Whatever goes wrong leaves in one shape, `{message, code, errors?, incident?}`. What nobody expected is a 500 whose
 * incident id leads to the log line with the whole chain of causes; the answer tells nothing else of it.
 */
import { randomBytes } from 'node:crypto'
import { type RefusalBody, type RefusalCode, refusals } from '@vialdesk/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { answerBrokenRequest } from './broken-requests.ts'
import { type AllowedMethods, knownMethods } from './known-methods.ts'
import { hideCards } from './redact.ts'
import { refusalOf } from './refusal-of.ts'
import { isSecretKey } from './sensitive-keys.ts'

/** Where a sentence would repeat what was typed into a secret field. */
const GENERIC = 'Please check this field.'

/** What is worth a line beside the request's own; the rest is everyday business. */
const worthALine: ReadonlySet<RefusalCode> = new Set(['unavailable', 'internal', 'conflict'])

/** Server options for what fails before there is a route: an address that cannot be decoded, a request that is none. */
export const failureOptions = {
  frameworkErrors: (error, request, reply) => void sendFailure(error, request as FastifyRequest, reply as FastifyReply),
  clientErrorHandler: answerBrokenRequest,
  /** While stopping, what still comes over an open connection is answered properly and the connection then closed. */
  return503OnClosing: false,
} satisfies FastifyServerOptions

/** Puts the error and not-found handlers into an app, and reads JSON bodies kindly. Before any route is added. */
export function answerFailures(app: FastifyInstance): void {
  const allowedAt = knownMethods(app)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const { body, status, headers } = absent(request, allowedAt)
    return reply.status(status).headers(headers).send(body)
  })
  readBodies(app)
}

function absent(request: FastifyRequest, allowedAt: AllowedMethods) {
  const path = request.url.split('?', 1)[0] as string
  const allowed = allowedAt(path)
  const code: RefusalCode = allowed.length > 0 && !allowed.includes(request.method) ? 'method_not_allowed' : 'not_found'
  const { status, message } = refusals[code]
  const headers: Record<string, string> = code === 'method_not_allowed' ? { allow: allowed.join(', ') } : {}
  return { status, headers, body: { message, code } satisfies RefusalBody }
}

/** What to answer to a failed request. Logs what deserves it; the incident id is in both. */
export function failureOf(
  error: unknown,
  request: FastifyRequest,
): { status: number; headers: Record<string, string>; body: RefusalBody } {
  const refusal = refusalOf(error)
  if (!refusal) {
    const incident = randomBytes(6).toString('hex')
    request.log.error({ err: error, incident, route: request.routeOptions.url }, 'unexpected failure')
    return {
      status: refusals.internal.status,
      headers: {},
      body: { message: refusals.internal.message, code: 'internal', incident },
    }
  }
  const { code, status, headers } = refusal
  if (worthALine.has(code)) request.log.warn({ err: error, code, route: request.routeOptions.url }, 'refused')
  const typed = secretsTyped(request.body)
  const errors =
    refusal.errors &&
    Object.fromEntries(
      Object.entries(refusal.errors).map(([field, list]) => [field, list.map((text) => discreet(text, typed, GENERIC))]),
    )
  return {
    status,
    headers,
    body: { message: discreet(refusal.message, typed, refusals[code].message), code, ...(errors ? { errors } : {}) },
  }
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = failureOf(error, request)
  return reply.status(status).headers(headers).type('application/json; charset=utf-8').send(body)
}

/** What the request carries in fields for passwords, cards and the like. */
function secretsTyped(body: unknown, inSecret = false, depth = 0): string[] {
  if (depth > 6 || body === null || body === undefined) return []
  if (typeof body === 'object') {
    return Object.entries(body).flatMap(([key, value]) => secretsTyped(value, inSecret || isSecretKey(key), depth + 1))
  }
  const text = String(body)
  return inSecret && text.length >= 3 ? [text] : []
}

const discreet = (sentence: string, typed: string[], instead: string) =>
  typed.some((secret) => sentence.includes(secret)) ? instead : hideCards(sentence)

/** An empty body is no body, whatever its type says; plain text is no way to talk to this api. */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined)
    else void parse(request, text as string, done)
  })
}
