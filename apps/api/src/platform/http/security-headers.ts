/** Security headers, CORS, and limits of request size and time. */
import type { Server } from 'node:http'
import { type ScreenAccess, screenAccess } from '@vialdesk/contract/base/screens'
import type { FastifyHttpOptions, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageSources } from '#api/platform/ports/provider.ts'

/** Bytes of a body. Uploads and calls with a card have their own limits. */
const BODY_LIMIT = 1024 * 1024

/** Server options: limits in bytes and milliseconds. */
export const requestLimits = {
  bodyLimit: BODY_LIMIT,
  /** For a whole request, including a slow upload. */
  requestTimeout: 300_000,
  /** For a connection without traffic; longer than the longest wait for a provider. */
  connectionTimeout: 120_000,
  /** Longer than proxies keep their connections, so that we never close one that a proxy is about to use. */
  keepAliveTimeout: 72_000,
  // Node looks for late requests at this interval. Its default of 30 seconds would let each of them take that much longer.
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 1000, maxHeaderSize: 16 * 1024 },
} as const satisfies FastifyHttpOptions<Server>

const NO_SOURCES: PageSources = { frames: [], scripts: [], connections: [] }

interface PagePolicy {
  /** Whether other pages of this portal may show the response in a frame. Other sites never may. */
  isFramed: boolean
  sources: PageSources
}

const directive = (name: string, sources: readonly string[]) => [`${name} 'self'`, ...sources].join(' ')

/**
 * Inline styles are needed by Mantine. Nothing else may be inline, scripts and workers come from this host and the card gateway
 * only, and nothing is evaluated.
 */
const contentSecurityPolicy = ({ isFramed, sources: { frames, scripts, connections } }: PagePolicy) =>
  [
    "default-src 'self'",
    directive('script-src', scripts),
    directive('connect-src', connections),
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    directive('frame-src', frames),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? "'self'" : "'none'"}`,
  ].join('; ')

/** The policy of a stored file, opened by itself: it loads nothing, sends nothing and is in no frame. `more` is what its kind needs. */
const filePolicy = (more: string) => `default-src 'none'; ${more}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A PDF needs the viewer of the browser, which a sandbox forbids. */
export const pdfPolicy = filePolicy("object-src 'self'")
/** No script of the file runs, whatever it is. */
export const sandboxedPolicy = filePolicy('sandbox')
/** An SVG picture may need its own styles. */
export const imagePolicy = filePolicy("style-src 'unsafe-inline'; sandbox")

const frameHeaders = (policy: PagePolicy) => ({
  'content-security-policy': contentSecurityPolicy(policy),
  'x-frame-options': policy.isFramed ? 'SAMEORIGIN' : 'DENY',
})

const framedPaths = new Set(Object.entries<ScreenAccess>(screenAccess).flatMap(([path, { framed }]) => (framed ? [path] : [])))

/** Replaces the default headers of a page: the table of screens says which pages may be framed. */
export const pageHeaders = (path: string, sources: PageSources = NO_SOURCES) =>
  frameHeaders({ isFramed: framedPaths.has(path.replace(/(?<=.)\/$/, '')), sources })

const responseHeaders = {
  ...frameHeaders({ isFramed: false, sources: NO_SOURCES }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
  // Answers contain personal data. Files that may be cached (assets, logos) replace this header.
  'cache-control': 'no-store',
}
const twoYears = 63_072_000

export interface SecurityOptions {
  /** The portal's URL for people. With https, browsers are told to use https only. */
  publicUrl: string
  /** Origins of other sites (`https://www.example.org`) whose pages may call the API. */
  corsOrigins: readonly string[]
}

/** Adds the headers to every response, refusals included, and answers preflight requests. Call it before any route is added. */
export function addSecurityHeaders(app: FastifyInstance, { publicUrl, corsOrigins }: SecurityOptions): void {
  const overTls = publicUrl.startsWith('https:')
  const headers = overTls ? { ...responseHeaders, 'strict-transport-security': `max-age=${twoYears}` } : responseHeaders
  const allowedOrigins = new Set(corsOrigins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (allowedOrigins.size > 0 && allowOrigin(allowedOrigins, request, reply)) return
    done()
  })
}

/** The token is in a header that only the page's own script can set, so no cookies or credentials are needed. */
function allowOrigin(guests: ReadonlySet<string>, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
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
