/** No file imports itself through others. Imports of types count too: files in a cycle cannot be read one by one. */
import { importsOf } from './imports.ts'
import type { Check } from './sources.ts'

/** The cycles of a graph, each once, as the path that closes. */
export function findCycles(graph: Map<string, string[]>): string[][] {
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

export const checkCycles: Check = (sources) => {
  const filesOf = (source: (typeof sources)[number]) => importsOf(source).flatMap(({ file }) => file ?? [])
  return findCycles(new Map(sources.map((source) => [source.path, filesOf(source)]))).map(
    (cycle) => `a cycle: ${cycle.join(' → ')}`,
  )
}
