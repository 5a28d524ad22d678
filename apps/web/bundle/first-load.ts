/** Fails the build when the JavaScript that a first visit needs grows over its limit. */
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

interface Chunk {
  fileName: string
  code: string
  imports: string[]
  isEntry: boolean
  moduleIds: string[]
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

interface Limit {
  /** The files of the route and its layouts, relative to the web app. */
  routes: string[]
  /** Bytes after gzip level 9, which the oldest browsers download. */
  limit: number
}

export function firstLoad({ routes, limit }: Limit): Plugin {
  return {
    name: 'vialdesk:first-load',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const ownsRoute = ({ moduleIds }: Chunk) =>
        moduleIds.some((id) => routes.some((route) => id.includes(`${route}?tsr-split`)))
      const starts = chunks.filter((chunk) => chunk.isEntry || ownsRoute(chunk))
      if (starts.length !== routes.length + 1)
        this.error(`A chunk is missing for one of ${routes.join(', ')}, so the size is unknown.`)
      const needed = [...withImports(starts, new Map(chunks.map((chunk) => [chunk.fileName, chunk])))]
      const bytes = needed.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
      const summary = `First load of ${routes.at(-1)}: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${needed.length} files, compressed`
      if (bytes > limit) this.error(`${summary}; the limit is ${limit / 1000} kB.`)
      this.info(summary)
    },
  }
}
