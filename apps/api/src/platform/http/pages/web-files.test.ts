import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addErrorHandlers } from '#api/platform/http/errors/error-handlers.ts'
import { addSecurityHeaders } from '#api/platform/http/security-headers.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { type PageConfig, serveWeb } from './web-files.ts'

const page = `<!doctype html><html><head><title>Vialdesk</title>
<meta name="description" content="" />
<link rel="icon" href="/favicon.svg" />
<script type="application/json" id="vialdesk-config"></script>
</head><body><div id="root"></div></body></html>`
const script = 'export const long = "a string that is long enough to be worth it, is it not, is it not, is it not"'

let app: FastifyInstance
let folder: string
let brand: PageConfig | undefined
let lookUp: () => Promise<PageConfig | undefined>

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-web-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'index.html'), page)
  writeFileSync(path.join(folder, 'login.html'), page.replace('</head>', '<link href="/assets/login.js" /></head>'))
  writeFileSync(path.join(folder, 'index.html.br'), 'never served')
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  copyFileSync(path.resolve(import.meta.dirname, '../../../../../web/public/robots.txt'), path.join(folder, 'robots.txt'))
  writeFileSync(path.join(folder, 'assets/main-1a2b.js'), script)
  writeFileSync(path.join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(script))
  brand = { title: 'Riverside', description: 'A portal', favicon: '/media/logo.png', config: { domain: { name: 'Riverside' } } }
  lookUp = async () => brand
  app = Fastify()
  addErrorHandlers(app)
  addSecurityHeaders(app, { publicUrl: 'http://localhost', corsOrigins: [] })
  app.post('/auth/login/', () => ({}))
  app.post('/odd/', () => ({}))
  await serveWeb(app, { folder, configOf: () => lookUp() })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const browse = (url: string, headers = {}) =>
  app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers } })

test.each(['/', '/patients', '/receipt/5?from=list', '/lab/3/harvest-center/4'])(
  "serves the page for every screen in its domain's brand: %s",
  async (url) => {
    const answer = await browse(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.body).toContain('<title>Riverside</title>')
    expect(answer.body).toContain('<meta name="description" content="A portal" />')
    expect(answer.body).toContain('<link rel="icon" href="/media/logo.png" />')
    expect(answer.body).toContain('<script type="application/json" id="vialdesk-config">{"domain":{"name":"Riverside"}}</script>')
  },
)

test('serves the login with the files that it alone needs', async () => {
  for (const url of ['/', '/?redirect=%2Fpatients']) expect((await browse(url)).body).toContain('/assets/login.js')
  expect((await browse('/patients')).body).not.toContain('/assets/login.js')
})

test('lets the portal frame its signing page and nothing else', async () => {
  brand = {
    title: 'A',
    description: '',
    favicon: null,
    config: {},
    sources: { frames: ['https://app.boldsign.com'], scripts: ['https://js.gateway.example'], connections: [] },
  }
  const signing = await browse('/signing?x=1')
  expect(signing.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
    'x-frame-options': 'SAMEORIGIN',
  })
  const other = await browse('/sign-your-document?documentId=1')
  expect(other.headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/frame-src 'self' https:\/\/app\.boldsign\.com;.*frame-ancestors 'none'/),
    'x-frame-options': 'DENY',
  })
})

test('escapes every text of a brand', async () => {
  const nasty = `</script></title><script>alert(1)</script>"'$& $1 <!-- `
  brand = { title: nasty, description: nasty, favicon: `/x.png" onload="alert(1)`, config: { name: nasty } }
  const { body } = await browse('/')
  expect(body).not.toContain('<script>alert')
  expect(body.match(/<script/g)).toHaveLength(1)
  expect(body.match(/<\/title>/g)).toHaveLength(1)
  expect(body).not.toContain('onload="')
  const written = /id="vialdesk-config">(.*?)<\/script>/s.exec(body)?.[1] as string
  expect(JSON.parse(written)).toEqual({ name: nasty })
  expect(body).toContain(
    '&lt;/script&gt;&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;$&amp; $1 &lt;!-- </title>',
  )
})

test('keeps the built-in icon for a domain without an icon', async () => {
  brand = { title: 'A', description: '', favicon: null, config: {} }
  expect((await browse('/')).body).toContain('<link rel="icon" href="/favicon.svg" />')
})

test('answers 304 for an unchanged page, and sends the page again after a change of the brand', async () => {
  const { headers } = await browse('/orders')
  const again = await browse('/patients', { 'if-none-match': `W/"other", W/${headers.etag}` })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  brand = { title: 'Renamed', description: '', favicon: null, config: {} }
  expect(await browse('/orders', { 'if-none-match': headers.etag as string })).toMatchObject({ statusCode: 200 })
})

test('serves a plain error page for an unknown domain', async () => {
  brand = undefined
  const answer = await browse('/')
  expect(answer).toMatchObject({
    statusCode: 404,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' },
  })
  expect(answer.body).toContain('There is no portal at this web address.')
})

test('serves an error page without details if the brand cannot be loaded', async () => {
  lookUp = async () => fail('unavailable')
  const waiting = await browse('/')
  expect(waiting.statusCode).toBe(503)
  expect(waiting.body).toContain('Try again in a moment.')
  lookUp = () => Promise.reject(new Error('inner detail'))
  const broken = await browse('/')
  expect(broken.statusCode).toBe(500)
  expect(broken.body).toMatch(/Nothing was saved\. \([0-9a-f]{12}\)/)
  expect(broken.body).not.toContain('inner detail')
})

test('caches assets for a year and compresses them for clients that accept it', async () => {
  const plain = await app.inject({ url: '/assets/main-1a2b.js' })
  expect(plain).toMatchObject({
    statusCode: 200,
    body: script,
    headers: { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' },
  })
  const packed = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': expect.stringContaining('javascript') })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(script)
})

test('caches other files of the build for an hour', async () => {
  const icon = await app.inject({ url: '/favicon.svg' })
  expect(icon).toMatchObject({
    statusCode: 200,
    headers: { 'cache-control': 'public, max-age=3600', 'content-type': 'image/svg+xml' },
  })
})

test('search engines may show the login, and no link for one person', async () => {
  const rules = await app.inject({ url: '/robots.txt' })
  expect(rules.headers['content-type']).toMatch(/^text\/plain/)
  expect(rules.body.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([
    'User-agent: *',
    'Allow: /$',
    'Disallow: /',
  ])
})

test.each([
  ['/assets/gone-3c4d.js', 404, 'not_found'],
  ['/assets/../index.html', 404, 'not_found'],
  ['/assets/%2e%2e/index.html', 404, 'not_found'],
  ['/index.html', 404, 'not_found'],
  ['/index.html.br', 404, 'not_found'],
  ['/api/v1/nowhere/', 404, 'not_found'],
  ['/media/gone.pdf', 404, 'not_found'],
  ['/auth/login/', 405, 'method_not_allowed'],
])('answers 404 instead of the page: %s', async (url, status, code) => {
  const answer = await browse(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().code).toBe(code)
})

test('lists no folder, and opens no file outside of the build', async () => {
  expect((await browse('/assets/')).statusCode).toBe(400)
  // An unknown path is a screen of the web app, which then says that there is no such page.
  const answer = await browse('/.git/config')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
})

test('serves no page to clients that do not accept HTML, or for other methods', async () => {
  expect((await app.inject({ url: '/patients', headers: { accept: 'application/json' } })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/patients', headers: { accept: 'text/html' } })).statusCode).toBe(404)
  const head = await app.inject({ method: 'HEAD', url: '/patients' })
  expect(head).toMatchObject({ statusCode: 200, body: '', headers: { 'content-type': 'text/html; charset=utf-8' } })
})

test('refuses a page without its placeholders at the start', async () => {
  writeFileSync(path.join(folder, 'index.html'), '<title>Vialdesk</title>')
  await expect(serveWeb(Fastify(), { folder, configOf: async () => undefined })).rejects.toThrow(/Build the web again/)
})
