/** One log line for each request: route pattern (never ids or values), status, duration, domain and user. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { origin } from '#api/db/origin.ts'
import { containsCardNumber } from '#api/platform/kernel/card-numbers.ts'
import { tracedRequests } from '#api/platform/tracing/trace-requests.ts'
import type { Tracer } from '#api/platform/tracing/tracer.ts'

/** Accepted request ids of a proxy. Other text could bring personal data into the log and the audit. */
const acceptedId = /^[A-Za-z0-9_-]{8,36}$/

/** The caller's `x-request-id` if it is a plain token, else a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptedId.test(given) && !containsCardNumber(given) ? given : randomUUID()
}

/** Fastify's own lines are off. With them it would be silent about an answer that breaks off after its beginning. */
class RequestLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'req_id' })
  }

  override streamError(error: Error & { code?: string }, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    request.log.error({ err: error, route: request.routeOptions.url }, 'an answer broke off')
  }
}

/** Server options for our log, without Fastify's own request lines. */
export function loggingOptions(log: FastifyBaseLogger) {
  return {
    loggerInstance: log,
    genReqId: requestIdOf,
    requestIdHeader: false,
    logController: new RequestLog(),
  } as const satisfies FastifyServerOptions
}

/** The domain and the user of a request, if known at its end. */
export interface RequestOwner {
  domainId?: number | undefined
  userId?: number | undefined
}

/** Adds the request id to each response, and logs each finished request. */
export function logRequests(
  app: FastifyInstance,
  ownerOf: (request: FastifyRequest) => RequestOwner = () => ({}),
  tracer?: Tracer,
): void {
  const enter = tracer ? tracedRequests(app, tracer, ownerOf) : ({ id }: FastifyRequest) => ({ requestId: id })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    origin.run(enter(request), done)
  })
  // The events of a body that is read may belong to another request of the connection.
  app.addHook('preValidation', (request, _reply, done) => origin.run(enter(request), done))
  // The end of an answer belongs to the connection. Its line must have the id of the trace.
  if (tracer) app.addHook('onResponse', (request, _reply, done) => origin.run(enter(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    const { domainId, userId } = ownerOf(request)
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      domain_id: domainId,
      user_id: userId,
      cut_off: reply.raw.writableFinished ? undefined : true,
    }
    request.log[reply.statusCode >= 500 ? 'warn' : 'info'](line)
    done()
  })
}
