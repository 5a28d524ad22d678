/**
 * Serves the built web app: its assets for a year, one page for the login, which names fewer files, and one for all other screens. The page
 * already contains the brand of the request's domain, so that no other brand is ever shown.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { apiErrors } from '@vialdesk/contract/base/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorResponse } from '#api/platform/http/errors/error-handlers.ts'
import { pageHeaders } from '#api/platform/http/security-headers.ts'
import { escapeHtml, jsonInScript, plainPage } from '#api/platform/kernel/html.ts'
import type { PageSources } from '#api/platform/ports/provider.ts'

export interface PageConfig {
  title: string
  description: string
  /** The URL of the icon; null keeps the built-in icon. */
  favicon: string | null
  /** The page reads it from `#vialdesk-config`. */
  config: object
  /** Origins of other sites that the domain uses. */
  sources?: PageSources
}

export interface WebFilesOptions {
  /** The folder that the web build has written. */
  folder: string
  /** The brand of the request's domain; undefined if there is no such domain. */
  configOf(request: FastifyRequest): Promise<PageConfig | undefined>
}

/** Paths without screens: a missing file there is a 404, not the page. */
const notScreens = /^\/(api|auth|domain|media|assets|data-sources|docs|dev|healthz|readyz|openapi\.json)(\/|$)/
const isFileName = /\.[a-z0-9]{1,8}$/i

/** Adds the routes of the assets and the page. Throws if the web is not built. */
export async function serveWeb(app: FastifyInstance, { folder, configOf }: WebFilesOptions): Promise<void> {
  const fillerOf = (name: string) => pageFiller(readFileSync(path.join(folder, name), 'utf8'))
  const [fill, fillLogin] = [fillerOf('index.html'), fillerOf('login.html')]
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  for (const name of otherFiles(folder)) {
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, folder, { maxAge: '1h', immutable: false }))
  }
  app.get('/*', { config: { isFallback: true } }, async (request, reply) => {
    if (!asksForScreen(request)) return reply.callNotFound()
    try {
      const page = await configOf(request)
      return page
        ? sendPage(
            pathOf(request) === '/' ? fillLogin(page) : fill(page),
            request,
            reply.headers(pageHeaders(pathOf(request), page.sources)),
          )
        : sendPlain(reply, apiErrors.unknown_domain.status, 'Not found', apiErrors.unknown_domain.message)
    } catch (error) {
      const { status, body, headers } = errorResponse(error, request)
      const incident = body.incident ? ` (${body.incident})` : ''
      return sendPlain(reply.headers(headers), status, 'One moment', body.message + incident)
    }
  })
}

/** Files of the build outside the assets, such as the icon. */
const otherFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/^assets\/|^(index|login)\.html|\.(br|gz)$/.test(name))

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] as string

function asksForScreen(request: FastifyRequest): boolean {
  const where = pathOf(request)
  const accept = request.headers.accept ?? '*/*'
  return !notScreens.test(where) && !isFileName.test(where) && /text\/html|\*\/\*/.test(accept)
}

type PageFiller = (page: PageConfig) => string

/** Finds the four places in the page once; each request fills in its domain's values. */
function pageFiller(html: string): PageFiller {
  const places =
    /(<title>)[^<]*(<\/title>)|(<meta name="description" content=")[^"]*(")|(<link rel="icon"[^>]*? href=")([^"]*)(")|(<script type="application\/json" id="vialdesk-config">)[^<]*(<\/script>)/g
  if ([...html.matchAll(places)].length !== 4)
    throw new Error('index.html has no title, description, icon or config. Build the web again.')
  return ({ title, description, favicon, config }) =>
    html.replace(places, (_whole, t1, t2, d1, d2, i1, icon, i2, c1, c2) => {
      if (t1) return t1 + escapeHtml(title) + t2
      if (d1) return d1 + escapeHtml(description) + d2
      if (i1) return i1 + (favicon === null ? icon : escapeHtml(favicon)) + i2
      return c1 + jsonInScript(config) + c2
    })
}

function sendPage(html: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`
  reply.headers({ etag, 'cache-control': 'no-cache' })
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag)) return reply.status(304).send()
  return reply.type('text/html; charset=utf-8').send(html)
}

const sendPlain = (reply: FastifyReply, status: number, title: string, sentence: string) =>
  reply.status(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(plainPage(title, sentence))
