/** The files of a build and how they load each other. */
import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

export const chunksOf = (bundle: Rolldown.OutputBundle): Chunk[] =>
  Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')

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
