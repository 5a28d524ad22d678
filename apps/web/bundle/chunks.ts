/** The files of a build and how they load each other. */
import type { Rolldown } from 'vite'

export type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

type Files = Rolldown.OutputBundle | Rolldown.RolldownOutput['output']

export const chunksOf = (files: Files): Chunk[] => Object.values(files).filter((file): file is Chunk => file.type === 'chunk')

const isModule = (id: string | null, module: string) => id?.split('?', 1)[0]?.endsWith(`/${module}`) === true

/** The chunk that begins with a module, which is relative to the web app; else the one that has it. */
export function findStart(chunks: Chunk[], module: string): Chunk {
  const found =
    chunks.find(({ facadeModuleId }) => isModule(facadeModuleId, module)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => isModule(id, module)))
  if (!found) throw new Error(`The build has no ${module}, so its first load is unknown.`)
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
