import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { addErrorHandlers } from './errors/error-handlers.ts'
import { addSecurityHeaders, pageHeaders, requestLimits, type SecurityOptions } from './security-headers.ts'

let app: FastifyInstance
afterEach(() => app.close())

function start(options: Partial<SecurityOptions> = {}): void {
  app = Fastify(requestLimits)
  addErrorHandlers(app)
  addSecurityHeaders(app, { publicUrl: 'http://localhost:4300', corsOrigins: [], ...options })
  app.get('/calls/', () => ({}))
  app.post('/calls/', () => ({}))
  app.get('/breaks/', () => {
    throw new Error('broken')
  })
}

test.each(['/calls/', '/breaks/', '/nowhere/'])('adds the headers to every response: %s', async (url) => {
  start()
  const { headers } = await app.inject({ url })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers).not.toHaveProperty('x-powered-by')
})

test('allows no inline scripts and no other hosts', async () => {
  start()
  const policy = String((await app.inject({ url: '/calls/' })).headers['content-security-policy'])
  const directives = new Map(policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))
  expect(directives.get('default-src')).toEqual(["'self'"])
  expect(directives.get('script-src')).toEqual(["'self'"])
  expect(directives.get('frame-ancestors')).toEqual(["'none'"])
  expect(directives.get('object-src')).toEqual(["'none'"])
  expect(directives.get('base-uri')).toEqual(["'none'"])
  expect(policy).not.toMatch(/unsafe-eval|http/)
})

test('runs scripts and workers of the portal only, and evaluates nothing', async () => {
  start()
  const policy = String((await app.inject({ url: '/calls/' })).headers['content-security-policy']).split('; ')
  expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "worker-src 'self'", "frame-src 'self'"]))
  expect(policy.join()).not.toMatch(/eval|wasm/)
})

const frames = (path: string) => pageHeaders(path)['content-security-policy'].match(/frame-ancestors ('\w+')/)?.[1]

test.each([
  ...['/signing', '/signing/', '/template-editor', '/signed-completed-message', '/patient-signed-completed-message'],
  ...['/patient-signed-completed-message-from-email', '/hc-signed-completed-message'],
])('lets pages of the portal frame %s', (path) => {
  expect(frames(path)).toBe("'self'")
  expect(pageHeaders(path)['x-frame-options']).toBe('SAMEORIGIN')
})

test.each([
  ...['/', '/dashboard', '/sign-your-document', '/verify', '/signed-copy', '/signing/more', '//signing', '/SIGNING'],
  ...['/unknown', '/constructor'],
])('lets no page frame %s', (path) => {
  expect(frames(path)).toBe("'none'")
  expect(pageHeaders(path)['x-frame-options']).toBe('DENY')
})

test('adds the origins of a signing provider and of a card gateway to one directive each', () => {
  const sources = {
    frames: ['https://app.boldsign.com'],
    scripts: ['https://js.authorize.net'],
    connections: ['https://api.authorize.net', 'https://api2.authorize.net'],
  }
  const policy = pageHeaders('/dashboard', sources)['content-security-policy'].split('; ')
  expect(policy).toContain("frame-src 'self' https://app.boldsign.com")
  expect(policy).toContain("script-src 'self' https://js.authorize.net")
  expect(policy).toContain("connect-src 'self' https://api.authorize.net https://api2.authorize.net")
  expect(policy.filter((directive) => /boldsign|authorize/.test(directive))).toHaveLength(3)
  expect(pageHeaders('/dashboard')['content-security-policy']).not.toMatch(/https:/)
})

test('requires https in browsers only if the portal uses https', async () => {
  start()
  const plain = await app.inject({ url: '/calls/' })
  expect(plain.headers).not.toHaveProperty('strict-transport-security')
  await app.close()
  start({ publicUrl: 'https://portal.example.org' })
  const secured = await app.inject({ url: '/calls/' })
  expect(secured.headers['strict-transport-security']).toBe('max-age=63072000')
})

const preflight = (origin: string) => ({
  method: 'OPTIONS' as const,
  url: '/calls/',
  headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,domain' },
})

test('allows no other site by default', async () => {
  start()
  const closed = await app.inject(preflight('https://www.example.org'))
  expect(closed.statusCode).toBe(405)
  expect(Object.keys(closed.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('allows a named site and refuses another', async () => {
  start({ corsOrigins: ['https://www.example.org'] })
  const asked = await app.inject(preflight('https://www.example.org'))
  expect(asked.statusCode).toBe(204)
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': 'https://www.example.org',
    'access-control-allow-headers': expect.stringContaining('domain'),
    vary: 'Origin',
  })
  expect(asked.headers).not.toHaveProperty('access-control-allow-credentials')
  const answered = await app.inject({ url: '/nowhere/', headers: { origin: 'https://www.example.org' } })
  expect(answered).toMatchObject({ statusCode: 404, headers: { 'access-control-allow-origin': 'https://www.example.org' } })
  const stranger = await app.inject(preflight('https://www.example.org.evil.example'))
  expect(stranger.statusCode).toBe(405)
  expect(stranger.headers).not.toHaveProperty('access-control-allow-origin')
  expect(stranger.headers.vary).toBe('Origin')
})

test('accepts a body up to 1 MiB', async () => {
  start()
  const send = async (url: string, bytes: number) =>
    (await app.inject({ method: 'POST', url, payload: { text: 'x'.repeat(bytes - '{"text":""}'.length) } })).statusCode
  expect(await send('/calls/', 1024 * 1024)).toBe(200)
  expect(await send('/calls/', 1024 * 1024 + 1)).toBe(413)
})
