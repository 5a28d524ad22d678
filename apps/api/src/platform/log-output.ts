/** Standard output for the log, on which nothing depends: a full disk or a slow reader loses lines, never an answer. */
import { writeSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'
import { systemCode } from './start-failure.ts'

/** Most bytes kept while the log cannot be written. Later lines are dropped and counted. */
const MOST_KEPT = 1024 * 1024
/** How often a reader that is too slow is waited for, 100 ms each time. Meanwhile the whole process waits. */
const MOST_WAITS = 2

let lost = 0
let complained = false

/** Lines of the log that could not be written since the start. */
export const lostLines = () => lost

/** Said once until the log can be written again, and without the line: it may hold what only the log's own rules hide. */
function complain(error: unknown): void {
  if (complained) return
  complained = true
  const reason = systemCode(error) ?? (error instanceof Error ? error.name : typeof error)
  try {
    writeSync(2, `Vialdesk: the log cannot be written (${reason}).\n`)
  } catch {}
}

export function loseLine(error: unknown): void {
  lost++
  complain(error)
}

export function standardOutput(): DestinationStream {
  let waits = 0
  const output = pino.destination({ fd: 1, sync: true, maxLength: MOST_KEPT, retryEAGAIN: () => waits++ < MOST_WAITS })
  // pino's own listener would turn all writing off when the reader has gone, and nothing would be counted.
  output.removeAllListeners('error')
  output.on('error', complain)
  output.on('drop', () => void lost++)
  output.on('write', (bytes) => {
    if (bytes === 0) return
    waits = 0
    complained = false
  })
  return output
}
