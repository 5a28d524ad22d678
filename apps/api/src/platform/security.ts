/** What every answer says to the browser, who else may ask, and how much and how long a request may take. */
import type { Server } from 'node:http'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Bytes of a body; uploads and calls with a card have limits of their own. */
const BODY_LIMIT = 1024 * 1024

/** Server options: limits of size and time, in bytes and milliseconds. */
export const limitOptions = {
  bodyLimit: BODY_LIMIT,
  /** The whole of a request, a slow upload's too. */
  requestTimeout: 300_000,
  /** A connection on which nothing moves; longer than the longest wait for a provider. */
  connectionTimeout: 120_000,
  /** Longer than a proxy keeps its connections, so that it is never we who close one it is about to use. */
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000, maxHeaderSize: 16 * 1024 },
} as const satisfies FastifyHttpOptions<Server>

/** Mantine sets styles in elements; nothing else may be inline, and nothing comes from another host. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const everyAnswer = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  // Answers are about people; what may be kept (assets, logos) says so itself.
  'cache-control': 'no-store',
}
const twoYears = 63_072_000

export interface SecurityOptions {
  /** Where people reach the portal; over https, browsers are told to stay there. */
  publicUrl: string
  /** Other sites (`https://www.example.org`) whose pages may call the api. */
  corsOrigins: readonly string[]
}

/** Puts the headers on every answer, refusals included, and answers preflights. Before any route is added. */
export function secure(app: FastifyInstance, { publicUrl, corsOrigins }: SecurityOptions): void {
  const overTls = publicUrl.startsWith('https:')
  const headers = overTls ? { ...everyAnswer, 'strict-transport-security': `max-age=${twoYears}` } : everyAnswer
  const guests = new Set(corsOrigins)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    return guests.size > 0 ? admitGuest(guests, request, reply) : undefined
  })
}

/** The token travels in a header that only the page's own script can set, so no cookie and no credentials are involved. */
function admitGuest(guests: ReadonlySet<string>, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  reply.header('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || !guests.has(origin)) return undefined
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after, content-disposition',
  })
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return undefined
  return reply
    .status(204)
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization, content-type, domain, x-request-id',
      'access-control-max-age': '600',
    })
    .send()
}
