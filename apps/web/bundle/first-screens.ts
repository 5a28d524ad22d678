/**
 * The files of a first load: each module is in the file of the first step that needs it. A build without groups finds the modules, so that
 * no list of them grows old.
 */
import { build, type InlineConfig, type Rolldown } from 'vite'
import { type Chunk, chunksOf, findStart, withImports } from './chunks.ts'

interface Step {
  /** The name of the file. */
  name: string
  /** The modules that the step begins with, relative to the web app. */
  modules: string[]
  /** What only one of them needs stays in a file of its own. */
  onlyShared?: boolean
}

async function chunksWithoutGroups(config: InlineConfig): Promise<Chunk[]> {
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: { write: false, minify: false } })
  return [built].flat().flatMap((output) => chunksOf((output as Rolldown.RolldownOutput).output))
}

/** The groups of `codeSplitting`, the most important first. */
export async function groupsOfSteps(config: InlineConfig, steps: Step[]) {
  const chunks = await chunksWithoutGroups(config)
  return steps.map(({ name, modules, onlyShared = false }, index) => {
    const starts = modules.map((module) => findStart(chunks, module))
    const needed = withImports(starts, chunks).filter((chunk) => !onlyShared || !starts.includes(chunk))
    const ids = new Set(needed.flatMap(({ moduleIds }) => moduleIds))
    return { name, test: (id: string) => ids.has(id), priority: steps.length - index }
  })
}
