/** Waits for a program of a drill. */
import type { RunningProgram } from '../harness/programs.ts'
import { until } from '../harness/until.ts'

const START_MS = 30_000

/** Throws with the output of the program if it does not serve in time. */
export async function waitForStart(
  what: string,
  program: RunningProgram,
  isReady: () => Promise<boolean | undefined>,
): Promise<void> {
  await until(what, START_MS, isReady).catch((error: Error) => {
    throw new Error(`${error.message}\n${program.output()}`)
  })
}
