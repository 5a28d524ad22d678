/** No file needs itself, by whatever way round. Types are gone at run time and may point back. */
import { importsOf } from './imports.ts'
import type { Check } from './sources.ts'

/** The cycles of a graph, each once, as the path that closes. */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []
  const visit = (node: string, way: string[]) => {
    const at = way.indexOf(node)
    if (at >= 0) return void cycles.push([...way.slice(at), node])
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...way, node])
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
