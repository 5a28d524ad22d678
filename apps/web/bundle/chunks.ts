/** The files of a build and how they load each other. */
import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

type Files = Rolldown.OutputBundle | Rolldown.RolldownOutput['output']

export const chunksOf = (files: Files): Chunk[] => Object.values(files).filter((file): file is Chunk => file.type === 'chunk')

/** The chunk that begins with a module, which is relative to the web app. */
export function findStart(chunks: Chunk[], module: string): Chunk {
  const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.split('?')[0]?.endsWith(`/${module}`))
  if (!found) throw new Error(`${module} has no chunk, so its first load is unknown.`)
  return found
}

/** The given chunks and all chunks that load with them. */
export function withImports(starts: Chunk[], chunks: Chunk[]): Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
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
  return [...found]
}

export const stylesOf = (chunks: Chunk[]): string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]
