/** The table of all drills that ran. */
import type { DrillResult } from '../drill.ts'

export interface FinishedDrill extends DrillResult {
  name: string
  /** Seconds from the start to the end of the drill. */
  seconds: number
}

/** The result of a drill that the machine does not allow. */
export const notRun = (reasons: string[]): DrillResult => ({
  ...{ count: 0, lost: 0, doubled: 0, notes: [], failures: [] },
  notRun: reasons,
})

const seconds = (milliseconds: number | undefined) => (milliseconds === undefined ? '' : `${(milliseconds / 1000).toFixed(1)} s`)

function resultOf({ failures, notRun = [] }: FinishedDrill): 'passed' | 'FAILED' | 'not run' {
  if (failures.length > 0) return 'FAILED'
  return notRun.length > 0 ? 'not run' : 'passed'
}

/** A drill that could not run shows nothing, so it has not passed. */
export const exitCodeOf = (drills: readonly FinishedDrill[]) => (drills.every((drill) => resultOf(drill) === 'passed') ? 0 : 1)

const columns: [title: string, value: (drill: FinishedDrill) => string][] = [
  ['drill', ({ name }) => name],
  ['count', ({ count }) => String(count)],
  ['lost', ({ lost }) => String(lost)],
  ['doubled', ({ doubled }) => String(doubled)],
  ['serves again', ({ serveAgainMs }) => seconds(serveAgainMs)],
  ['took', (drill) => `${drill.seconds.toFixed(0)} s`],
  ['result', resultOf],
]

/** Lines with equally wide columns. The first row has the titles; `left` are the columns of texts. */
export function alignColumns(rows: string[][], left: number[]): string[] {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => (row[n] ?? '').length)))
  const pad = (cell: string, n: number) => (left.includes(n) ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}

/** A table, then the notes and the failures of each drill. */
export function tableOf(drills: readonly FinishedDrill[]): string {
  const rows = [columns.map(([title]) => title), ...drills.map((drill) => columns.map(([, value]) => value(drill)))]
  const table = alignColumns(rows, [0, columns.length - 1])
  const remarks = drills.flatMap(({ name, notes, notRun = [], failures }) => [
    ...notes.map((note) => `${name}: ${note}`),
    ...notRun.map((reason) => `${name} not run: ${reason}`),
    ...failures.map((failure) => `${name} FAILED: ${failure}`),
  ])
  return [...table, ...(remarks.length > 0 ? ['', ...remarks] : [])].join('\n')
}
