/** Checks that no file imports itself, directly or through others. Type-only imports are ignored. */
import { importsOf } from './imports.ts'
import type { Check } from './sources.ts'

/** The cycles of a graph, each once. A path ends with its first node. */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (node: string, visited: string[]) => {
    const at = visited.indexOf(node)
    if (at >= 0) return void cycles.push([...visited.slice(at), node])
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...visited, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

export const checkCycles: Check = (sources) => {
  const values = (source: (typeof sources)[number]) =>
    importsOf(source).flatMap(({ file, type }) => (file && !type ? [file] : []))
  return findCycles(new Map(sources.map((source) => [source.path, values(source)]))).map(
    (cycle) => `a cycle: ${cycle.join(' → ')}`,
  )
}
