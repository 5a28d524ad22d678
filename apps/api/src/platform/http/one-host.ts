/**
 * The host of a request names its domain. A request that names two hosts is refused: a proxy could take one of them and the portal the other.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '#api/platform/kernel/fail.ts'

/** Node gives only the first of two `Host` headers in `headers`. The raw headers are names and values in turn. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length > 1

/** The URL of a request may be absolute, as proxies receive it (RFC 9112, 3.2.2). */
function namesAnotherHost({ url = '', headers: { host = '' } }: IncomingMessage): boolean {
  if (url.startsWith('/') || url === '*') return false
  const asked = URL.parse(url)
  return asked === null || asked.host === '' || asked.host !== URL.parse(`${asked.protocol}//${host}`)?.host
}

export function refuseSecondHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    done(hasTwoHosts(raw) || namesAnotherHost(raw) ? new ApiError('malformed') : undefined)
  })
}
