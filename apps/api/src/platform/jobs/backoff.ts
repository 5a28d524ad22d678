const FIRST_WAIT_MS = 250
export const LONGEST_WAIT_MS = 30_000

/** Doubles with each failure in a row. Random, so that the processes of an installation do not all retry at the same moment. */
export const backoffMs = (failures: number) =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2))
