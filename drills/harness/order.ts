/** Reads the arguments of `npm run drill`. */
import { parseArgs } from 'node:util'
import type { Drill } from '../drill.ts'

export const usageOf = (drills: readonly Drill[]) =>
  [
    'npm run drill -- <name>… | all [--count N]',
    '',
    ...drills.map(({ name, title }) => `  ${name.padEnd(Math.max(...drills.map((each) => each.name.length)))}  ${title}`),
  ].join('\n')

interface Order {
  wanted: readonly Drill[]
  count: number | undefined
}

/** Undefined if the arguments do not name drills. */
export function readOrder(args: string[], drills: readonly Drill[]): Order | undefined {
  const { values, positionals } = parseArgs({ args, options: { count: { type: 'string' } }, allowPositionals: true })
  const count = values.count === undefined ? undefined : Number(values.count)
  if (count !== undefined && !(Number.isInteger(count) && count > 0)) throw new Error('--count must be a whole number above 0')
  if (positionals.length === 1 && positionals[0] === 'all') return { wanted: drills, count }
  const wanted = positionals.flatMap((name) => drills.find((drill) => drill.name === name) ?? [])
  return positionals.length > 0 && wanted.length === positionals.length ? { wanted, count } : undefined
}
