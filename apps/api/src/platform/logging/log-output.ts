/** Standard output for the log. If the disk is full or the reader too slow, lines are lost, but requests are still answered. */
import { writeSync } from 'node:fs'
import { type DestinationStream, pino } from 'pino'
import { systemCode } from '#api/platform/kernel/start-failure.ts'

/** Bytes kept in memory while the log cannot be written. Later lines are dropped and counted. */
const MAX_KEPT_BYTES = 1024 * 1024
/** How often to wait 100 ms for a slow reader. The whole process waits meanwhile. */
const MAX_WAITS = 2

let lostCount = 0
let reported = false

/** The number of log lines that could not be written since the start. */
export const lostLineCount = () => lostCount

/**
 * Reports the failure once, until the log can be written again. The lost line is not shown: it may contain data that must be
 * redacted.
 */
function reportWriteFailure(error: unknown): void {
  if (reported) return
  reported = true
  const reason = systemCode(error) ?? (error instanceof Error ? error.name : typeof error)
  try {
    writeSync(2, `Vialdesk: the log cannot be written (${reason}).\n`)
  } catch {}
}

export function countLostLine(error: unknown): void {
  lostCount++
  reportWriteFailure(error)
}

export function standardOutput(): DestinationStream {
  let waits = 0
  const output = pino.destination({ fd: 1, sync: true, maxLength: MAX_KEPT_BYTES, retryEAGAIN: () => waits++ < MAX_WAITS })
  // After the reader has gone, pino's own listener would stop all writing without counting the lost lines.
  output.removeAllListeners('error')
  output.on('error', reportWriteFailure)
  output.on('drop', () => {
    lostCount++
    // Without this, pino writes nothing more once the kept lines leave no room for another one, not even when the disk has space again.
    output.write('')
  })
  output.on('write', (bytes) => {
    if (bytes === 0) return
    waits = 0
    reported = false
  })
  return output
}
