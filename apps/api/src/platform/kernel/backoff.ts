const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000

/** Doubles with each failure in a row. Random, so that the processes of an installation do not all retry at the same moment. */
export const backoffMs = (failures: number) =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2))

/** Milliseconds. A run that worked for so long is no failure in a row: the next loss of its connections has a new cause. */
const WORKED_MS = 1000

/** The failures in a row after a run that has ended. */
export const failuresAfterRun = (failures: number, workedMs: number) => (workedMs > WORKED_MS ? 0 : failures + 1)
