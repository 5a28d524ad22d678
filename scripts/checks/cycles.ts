/**
 * No file imports itself through others, and no folder does. Imports of types count too: what is in a cycle cannot be read one by one.
 */
import { importsOf } from './imports.ts'
import { type Check, isTest, type Source } from './sources.ts'

/** The cycles of a graph, each once, as the path that closes. */
function findCycles(graph: Map<string, Set<string>>): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (node: string, path: string[]) => {
    const at = path.indexOf(node)
    if (at >= 0) return void cycles.push([...path.slice(at), node])
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

/** Which nodes the files of each node import, without itself. A file without a node is left out. */
export function graphOf(sources: Source[], nodeOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = nodeOf(source.path)
    if (from === undefined) continue
    const targets = graph.get(from) ?? new Set<string>()
    graph.set(from, targets)
    for (const { file } of importsOf(source)) {
      const to = file === undefined ? undefined : nodeOf(file)
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  return graph
}

export const featureOf = (file: string) => /^apps\/api\/src\/features\/([^/]+)\//.exec(file)?.[1]

/** The folder that is read as one: a feature, an adapter, an area of `platform`, `ui`, `lib` or the contract, or a folder of a program. */
const folderOf = (file: string) =>
  /^(?:packages\/contract|apps\/(?:api|web))\/src\/(?:(?:features|platform|adapters|entities|ui|lib)\/[^/]+|[^/]+)\//.exec(
    file,
  )?.[0]

export const checkCycles: Check = (sources) => {
  const program = sources.filter(({ path }) => !isTest(path))
  const cycles = [...findCycles(graphOf(sources, (file) => file)), ...findCycles(graphOf(program, folderOf))]
  return cycles.map((cycle) => `a cycle: ${cycle.join(' → ')}`)
}
