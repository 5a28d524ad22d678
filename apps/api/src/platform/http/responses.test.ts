import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contract } from '@vialdesk/contract'
import { screenAccess } from '@vialdesk/contract/base/screens'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#api/platform/logging/log.ts'
import { createMetrics } from '#api/platform/logging/metrics.ts'
import { addErrorHandlers, errorHandlerOptions } from './errors/error-handlers.ts'
import { addHealth } from './health.ts'
import { addApiDocs } from './pages/api-docs.ts'
import { serveWeb } from './pages/web-files.ts'
import { loggingOptions, logRequests } from './request-log.ts'
import { addSecurityHeaders, imagePolicy, pdfPolicy, requestLimits, sandboxedPolicy } from './security-headers.ts'

let app: FastifyInstance
let folder: string
const lines: string[] = []
const metrics = createMetrics()

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-edges-'))
  mkdirSync(path.join(folder, 'assets'))
  const places = '<title></title><meta name="description" content=""><link rel="icon" href="/a.svg">'
  writeFileSync(path.join(folder, 'index.html'), `${places}<script type="application/json" id="vialdesk-config"></script>`)
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(folder, 'login.html'), readFileSync(path.join(folder, 'index.html')))
  const log = createLog({ level: 'info', destination: { write: (line) => lines.push(line) } })
  app = Fastify({
    ...loggingOptions(log),
    ...requestLimits,
    ...errorHandlerOptions,
    routerOptions: { ignoreTrailingSlash: true },
  })
  logRequests(app)
  metrics.measureRequests(app)
  addSecurityHeaders(app, { publicUrl: 'http://localhost:4300', corsOrigins: [] })
  addErrorHandlers(app)
  addHealth(app, { checks: {}, isStopping: () => false })
  app.route({ method: 'POST', url: '/auth/login/', exposeHeadRoute: false, handler: () => ({}) })
  await addApiDocs(app, contract, { version: '0.1.0', sendsCalls: false })
  await serveWeb(app, { folder, configOf: async () => ({ title: 'Riverside', description: '', favicon: null, config: {} }) })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['GET', '/', 200, 'text/html'],
  ['GET', '/patients/', 200, 'text/html'],
  ['GET', '/docs/api', 200, 'text/html'],
  ['GET', '/docs/api/', 200, 'text/html'],
  ['GET', '/docs/nowhere', 404, 'application/json'],
  ['GET', '/openapi.json', 200, 'application/json'],
  ['GET', '/readyz', 200, 'application/json'],
  ['POST', '/auth/login', 200, 'application/json'],
  ['GET', '/auth/login/', 405, 'application/json'],
  ['DELETE', '/patients', 404, 'application/json'],
  ['OPTIONS', '/auth/login/', 405, 'application/json'],
  ['GET', '/%E0%A4%A', 400, 'application/json'],
] as const)('answers %s %s with %i and the right content type', async (method, url, status, type) => {
  const answer = await app.inject({ method, url, headers: { accept: 'text/html,*/*' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, expect.stringContaining(type)])
})

test.each(['/', '/nowhere.txt', '/docs/api/', '/auth/login/'])(
  '%s has a request id, a security policy, a log line and a metric',
  async (url) => {
    lines.length = 0
    const { headers } = await app.inject({ url })
    expect(headers).toMatchObject({
      'x-request-id': expect.any(String),
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'GET', route: expect.any(String), req_id: headers['x-request-id'] },
    ])
    expect(await metrics.registry.getSingleMetricAsString('http_request_duration_seconds')).toContain('method="GET"')
  },
)

/** The rules that a policy breaks: one for each source that could run a script of others. */
function faultsOf(policy: string): string[] {
  const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]))
  const mayBeSelf = ['default-src', 'script-src', 'worker-src', 'frame-src', 'object-src', 'connect-src']
  const faults = mayBeSelf.flatMap((name) =>
    (directives.get(name) ?? directives.get('default-src') ?? ['*']).flatMap((source) =>
      ["'self'", "'none'"].includes(source) ? [] : [`${name} ${source}`],
    ),
  )
  return [...faults, ...(policy.match(/unsafe-eval|unsafe-hashes|strict-dynamic/g) ?? [])]
}

test('every screen, page and kind of file has a policy that allows scripts of the portal only', async () => {
  const screens = Object.keys(screenAccess).map((path) => path.replaceAll(/\{\w+\??\}/g, '1'))
  // The last two do not exist.
  for (const url of [...screens, '/docs/api', '/openapi.json', '/favicon.svg', '/nowhere', '/media/x.pdf']) {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html,*/*' } })
    expect(faultsOf(String(headers['content-security-policy'])), url).toEqual([])
    expect(headers['x-content-type-options'], url).toBe('nosniff')
  }
  for (const policy of [pdfPolicy, imagePolicy, sandboxedPolicy]) expect(faultsOf(policy)).toEqual([])
})
