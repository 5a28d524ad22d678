/**
 * The build fails when the first load of the login, or the code that only one screen loads, grows over its limit. Bytes are those that the
 * server sends to today's browsers (precompress.ts).
 */
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { type Chunk, chunksOf, stylesOf, withImports } from './chunks.ts'
import { neededChunks } from './first-load.ts'

interface Limits {
  /** The page, and the module that its first screen begins with. */
  login: { page: string; module: string; limit: number }
  /** Bytes of JavaScript of a screen. Chunks with the names `shared` are shared by many screens. The modules `tables` load the screens. */
  screen: { limit: number; shared: string[]; tables: string[] }
}

const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
const packed = (content: string | Uint8Array) => brotliCompressSync(content, { params }).length
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

function contentOf(bundle: Rolldown.OutputBundle, name: string): string | Uint8Array {
  const file = bundle[name]
  if (file?.type !== 'asset') throw new Error(`The build has no ${name}, so its size is unknown.`)
  return file.source
}

/** JavaScript, styles and the page itself, which the server does not compress. */
function firstLoadOf(bundle: Rolldown.OutputBundle, { page, module }: Limits['login']) {
  const chunks = neededChunks(bundle, module)
  const scripts = sum(chunks.map(({ code }) => packed(code)))
  const styles = sum(stylesOf(chunks).map((name) => packed(contentOf(bundle, name))))
  const html = contentOf(bundle, page).length
  return { scripts, styles, html, all: scripts + styles + html }
}

const ownCode = (screen: Chunk, chunks: Chunk[], shared: string[]) =>
  sum(
    withImports([screen], chunks)
      .filter(({ name }) => !shared.includes(name))
      .map(({ code }) => packed(code)),
  )

export function sizeLimits({ login, screen: { limit, shared, tables } }: Limits): Plugin {
  return {
    name: 'vialdesk:size-limits',
    apply: 'build',
    writeBundle(_options, bundle) {
      const { scripts, styles, html, all } = firstLoadOf(bundle, login)
      const parts = `JavaScript ${kilobytes(scripts)}, styles ${kilobytes(styles)}, page ${kilobytes(html)}`
      this.info(`First load of the login: ${kilobytes(all)} compressed (${parts}); the limit is ${kilobytes(login.limit)}`)
      if (all > login.limit) this.error('The first load of the login is over its limit.')
      const chunks = chunksOf(bundle)
      const routes = [...this.getModuleIds()].filter((id) => tables.some((table) => id.endsWith(`/${table}`)))
      const loaded = new Set(routes.flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
      const isScreen = ({ facadeModuleId }: Chunk) => facadeModuleId !== null && loaded.has(facadeModuleId)
      const screens = chunks.filter(isScreen).map((chunk) => ({ name: chunk.name, bytes: ownCode(chunk, chunks, shared) }))
      const largest = screens.sort((a, b) => b.bytes - a.bytes)[0]
      if (!largest) throw new Error('No screen was found, so their sizes are unknown.')
      this.info(
        `The largest screen: ${largest.name} with ${kilobytes(largest.bytes)} of its own; the limit is ${kilobytes(limit)}`,
      )
      if (largest.bytes > limit) this.error(`The screen ${largest.name} is over the limit.`)
    },
  }
}
