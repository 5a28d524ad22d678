/**
 * The page names the files of the login and the font, so that a first visit downloads them together with the entry and not after it. The build fails
 * when the JavaScript that a first visit needs grows over its limit.
 */
import { gzipSync } from 'node:zlib'
import type { HtmlTagDescriptor, Plugin } from 'vite'

interface Chunk {
  fileName: string
  code: string
  imports: string[]
  isEntry: boolean
  moduleIds: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/** The given chunks and all chunks that load with them. */
function withImports(starts: Chunk[], byName: Map<string, Chunk>): Set<Chunk> {
  const found = new Set<Chunk>()
  const visit = (chunk: Chunk) => {
    if (found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) {
      const next = byName.get(name)
      if (next) visit(next)
    }
  }
  starts.forEach(visit)
  return found
}

interface Options {
  /** The files of the route and its layouts, relative to the web app. */
  routes: string[]
  /** The font of every text. A font that arrives late moves the page. */
  font: RegExp
  /** Bytes after gzip level 9, which the oldest browsers download. */
  limit: number
}

type Bundle = Record<string, { type: string }>

/** The chunks of the entry and of the routes, with their imports. */
function neededChunks(bundle: Bundle, routes: string[]): Chunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as Chunk[]
  const ownsRoute = ({ moduleIds }: Chunk) => moduleIds.some((id) => routes.some((route) => id.includes(`${route}?tsr-split`)))
  const starts = chunks.filter((chunk) => chunk.isEntry || ownsRoute(chunk))
  if (starts.length !== routes.length + 1)
    throw new Error(`A chunk is missing for one of ${routes.join(', ')}, so the size is unknown.`)
  return [...withImports(starts, new Map(chunks.map((chunk) => [chunk.fileName, chunk])))]
}

/** Links to the files that the page does not name yet. */
function linksTo(chunks: Chunk[], fonts: string[], html: string): HtmlTagDescriptor[] {
  const link =
    (rel: string, more: object = {}) =>
    (file: string) => ({ tag: 'link', attrs: { rel, ...more, crossorigin: true, href: `/${file}` }, injectTo: 'head' as const })
  const isNew = (file: string) => !html.includes(`/${file}`)
  const scripts = chunks.map(({ fileName }) => fileName).filter(isNew)
  const styles = [...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))].filter(isNew)
  return [
    ...scripts.map(link('modulepreload')),
    ...styles.map(link('stylesheet')),
    ...fonts.map(link('preload', { as: 'font', type: 'font/woff2' })),
  ]
}

export function firstLoad({ routes, font, limit }: Options): Plugin {
  return {
    name: 'vialdesk:first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return []
        const fonts = Object.keys(bundle).filter((file) => font.test(file))
        if (fonts.length !== 1) throw new Error(`${fonts.length} files are the font ${font}.`)
        return linksTo(neededChunks(bundle, routes), fonts, html)
      },
    },
    writeBundle(_options, bundle) {
      const needed = neededChunks(bundle, routes)
      const bytes = needed.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
      const summary = `First load of ${routes.at(-1)}: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${needed.length} files, compressed`
      if (bytes > limit) this.error(`${summary}; the limit is ${limit / 1000} kB.`)
      this.info(summary)
    },
  }
}
