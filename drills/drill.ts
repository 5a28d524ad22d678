/** A drill breaks something on purpose in an installation of its own, and counts the work that was lost or doubled. */
import type { Resources } from './harness/resources.ts'

export interface DrillOptions {
  /** How long or how often the drill does its harm, from --count. The unit is that of the drill. Undefined: as the drill decides. */
  count: number | undefined
  /** Prints a line of progress. */
  say(line: string): void
  /** Everything that must not be left behind. The runner closes it after the drill, also on Ctrl-C. */
  resources: Resources
}

export interface DrillResult {
  /** How much was done. The unit is that of the drill: times of harm, calls or vial entries. */
  count: number
  /** Work that was acknowledged and is missing. */
  lost: number
  /** Work that exists more often than it was asked for. */
  doubled: number
  /** Longest time in milliseconds from the harm until all calls succeed again. Undefined if the drill does not measure it. */
  serveAgainMs?: number
  /** Names the part that cannot run on this machine, and the reason. */
  notRun?: string[]
  /** Numbers and sentences to print below the table. */
  notes: string[]
  /** Why the drill failed. Empty: it passed. A drill that did no harm, or had no work to lose, has failed. */
  failures: string[]
}

export interface Drill {
  name: string
  /** One line for the list of drills. */
  title: string
  run(options: DrillOptions): Promise<DrillResult>
}
