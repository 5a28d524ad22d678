/** Warns the operator of a portal behind a proxy that its settings do not name. */
import type { FastifyInstance } from 'fastify'

const WARNING =
  'A proxy sends requests to the portal, but TRUST_PROXY is not set. All users now share the address of the proxy: one of them can use up ' +
  'the log-ins of all, and the audit has the wrong address. Set TRUST_PROXY to the address of the proxy.'

/** Logs one line at the first request that a proxy forwarded, and no other. It has no address of the request. */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers
    if (!warned && (forwardedFor !== undefined || forwarded !== undefined)) {
      warned = true
      request.log.warn(WARNING)
    }
    done()
  })
}
