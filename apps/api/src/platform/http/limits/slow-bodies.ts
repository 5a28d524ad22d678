/**
 * Ends requests whose body comes too slowly, so that nobody keeps connections open with a few bytes a minute. Forms with files are
 * read by their call and have the time limit of whole requests.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { answerMalformedRequest } from '#api/platform/http/errors/malformed-requests.ts'

/** Milliseconds for the body of a call: 1 MiB at most. */
export const BODY_MS = 15_000

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isForm = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith('multipart/form-data') === true

export function endSlowBodies(app: FastifyInstance, bodyMs = BODY_MS): void {
  app.addHook('preParsing', ({ raw }, reply, payload, done) => {
    if (!hasBody(raw) || isForm(raw)) return done(null, payload)
    const late = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const timer = setTimeout(() => answerMalformedRequest(late, raw.socket), bodyMs)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
    // A refused body is not read to its end.
    reply.raw.once('finish', stop)
    done(null, payload)
  })
}
