/** One line for each request: what was asked (never with which ids or values), how it ended, how long it took, for whom. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { holdsCardNumber } from './card-numbers.ts'

/** The request ids that are taken from a proxy. Other text could carry personal data into the log and the audit. */
const saneId = /^[A-Za-z0-9_-]{8,36}$/

/** The caller's `x-request-id` where it is a plain token, else an id of ours. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && saneId.test(given) && !holdsCardNumber(given) ? given : randomUUID()
}

/** Server options that put the log, and nothing of Fastify's own lines about requests, into an app. */
export function loggingOptions(log: FastifyBaseLogger) {
  return {
    loggerInstance: log,
    genReqId: requestIdOf,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'req_id' }),
  } as const satisfies FastifyServerOptions
}

/** Whose request it is, as far as it is known when it ends. */
export interface Whose {
  domainId?: number | undefined
  userId?: number | undefined
}

/** Answers carry their request's id; each finished request leaves its line. */
export function logRequests(app: FastifyInstance, whose: (request: FastifyRequest) => Whose = () => ({})): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { domainId, userId } = whose(request)
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
