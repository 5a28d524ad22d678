/**
 * The built web application: its assets for a year, and for every screen's address the one page, already wearing the
 * brand of the domain that asks, so that nothing of another's is ever painted.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { refusals } from '@vialdesk/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { failureOf } from './failures.ts'
import { escapeHtml, jsonInScript, plainPage } from './html.ts'

export interface PageConfig {
  title: string
  description: string
  /** Its address; null leaves the built-in one. */
  favicon: string | null
  /** What the page finds in `#vialdesk-config`. */
  config: object
}

export interface WebFilesOptions {
  /** The folder that the web's build made. */
  folder: string
  /** The brand of the domain that is asked; undefined where there is none. */
  configOf(request: FastifyRequest): Promise<PageConfig | undefined>
}

/** No screen lives under these; what is missing there is missing, not a page. */
const notScreens = /^\/(api|auth|domain|media|assets|data-sources|docs|dev|healthz|readyz|openapi\.json)(\/|$)/
const isFileName = /\.[a-z0-9]{1,8}$/i

/** Adds the assets and the page. Throws when the web is not built. */
export async function serveWeb(app: FastifyInstance, { folder, configOf }: WebFilesOptions): Promise<void> {
  const fill = pageFiller(readFileSync(path.join(folder, 'index.html'), 'utf8'))
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  })
  for (const name of looseFiles(folder)) {
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, folder, { maxAge: '1h', immutable: false }))
  }
  app.get('/*', { config: { everywhere: true } }, async (request, reply) => {
    if (!asksForScreen(request)) return reply.callNotFound()
    try {
      const page = await configOf(request)
      return page
        ? sendPage(fill(page), request, reply)
        : sendPlain(reply, refusals.unknown_domain.status, 'Not found', refusals.unknown_domain.message)
    } catch (error) {
      const { status, body, headers } = failureOf(error, request)
      const incident = body.incident ? ` (${body.incident})` : ''
      return sendPlain(reply.headers(headers), status, 'One moment', body.message + incident)
    }
  })
}

/** Files of the build beside the page and the assets: the icon and the like. */
const looseFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((name) => !/^assets\/|^index\.html|\.(br|gz)$/.test(name))

function asksForScreen(request: FastifyRequest): boolean {
  const where = request.url.split('?', 1)[0] as string
  const accept = request.headers.accept ?? '*/*'
  return !notScreens.test(where) && !isFileName.test(where) && /text\/html|\*\/\*/.test(accept)
}

/** Finds the four places of the page once; each domain's values are put between them. */
function pageFiller(html: string): (page: PageConfig) => string {
  const places =
    /(<title>)[^<]*(<\/title>)|(<meta name="description" content=")[^"]*(")|(<link rel="icon"[^>]*? href=")([^"]*)(")|(<script type="application\/json" id="vialdesk-config">)[^<]*(<\/script>)/g
  if ([...html.matchAll(places)].length !== 4)
    throw new Error('index.html lacks its title, description, icon or config: build the web again.')
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
