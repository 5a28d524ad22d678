/** Turns measurements into a table: medians over the rounds. Ratios compare values of the same round. */
import type { Measurement } from './load-generator.ts'

export type Target = 'baseline' | 'small' | 'large'
export type Round = Record<Target, Measurement>

export interface ResultLine {
  name: string
  perSecond: Record<Target, number>
  /** Milliseconds. */
  p50: Record<Target, number>
  p99: Record<Target, number>
  /** Requests per second of the large domain, divided by those of the baseline. */
  toBaseline: number
  /** Latency of the large domain, divided by that of the small one. */
  growthP50: number
  growthP99: number
  failed: number
  misses: string[]
}

export const AIM_GROWTH = 1.5

const targets: Target[] = ['baseline', 'small', 'large']

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

const each = (rounds: Round[], key: 'perSecond' | 'p50' | 'p99') =>
  Object.fromEntries(targets.map((target) => [target, median(rounds.map((round) => round[target][key]))])) as Record<
    Target,
    number
  >

export function lineOf(name: string, aim: number, rounds: Round[]): ResultLine {
  const toBaseline = median(rounds.map(({ large, baseline }) => large.perSecond / baseline.perSecond))
  const growthP50 = median(rounds.map(({ large, small }) => large.p50 / small.p50))
  const growthP99 = median(rounds.map(({ large, small }) => large.p99 / small.p99))
  const failed = rounds.reduce((sum, round) => sum + targets.reduce((all, target) => all + round[target].failed, 0), 0)
  const misses = [
    ...(toBaseline < aim ? [`below ${aim} of the baseline`] : []),
    ...(growthP99 > AIM_GROWTH ? [`p99 growth ${growthP99.toFixed(2)}`] : []),
    ...(failed > 0 ? [`${failed} requests failed`] : []),
  ]
  const [perSecond, p50, p99] = (['perSecond', 'p50', 'p99'] as const).map((key) => each(rounds, key))
  return { name, perSecond, p50, p99, toBaseline, growthP50, growthP99, failed, misses } as ResultLine
}

const columns: [title: string, value: (line: ResultLine) => string][] = [
  ['', ({ name }) => name],
  ['baseline/s', ({ perSecond }) => perSecond.baseline.toFixed(0)],
  ['small/s', ({ perSecond }) => perSecond.small.toFixed(0)],
  ['large/s', ({ perSecond }) => perSecond.large.toFixed(0)],
  ['of baseline', ({ toBaseline }) => toBaseline.toFixed(2)],
  ['p50 ms', ({ p50 }) => p50.large.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.large.toFixed(1)],
  ['p50 growth', ({ growthP50 }) => growthP50.toFixed(2)],
  ['p99 growth', ({ growthP99 }) => growthP99.toFixed(2)],
  ['', ({ misses }) => misses.join(', ')],
]

/** The first and the last column begin at the left. */
export function alignColumns(rows: string[][]): string {
  const last = (rows[0]?.length ?? 0) - 1
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)))
  const pad = (cell: string, n: number) => (n === 0 || n === last ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n')
}

export const tableOf = (lines: ResultLine[]): string =>
  alignColumns([columns.map(([title]) => title), ...lines.map((line) => columns.map(([, value]) => value(line)))])
