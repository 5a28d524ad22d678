/** Runs one drill, and removes all that it made however it ends. */
import type { Drill, DrillResult } from '../drill.ts'
import { findLeftovers } from './leftovers.ts'
import { Resources } from './resources.ts'
import type { FinishedDrill } from './table.ts'
import { within } from './until.ts'

const MINUTE_MS = 60_000

export interface RunLimits {
  /** A drill that takes longer hangs, which is the fault that some drills look for. */
  drillMs: number
  /** How long a resource may take to close. */
  closeMs: number
  /** How long a stopped drill gets to notice that its processes have ended. */
  settleMs: number
}

/** All defaults of --count end in half of this time. --count is a number of rounds, minutes or less. */
const limitsOf = (count: number | undefined): RunLimits => ({
  drillMs: (30 + 2 * (count ?? 0)) * MINUTE_MS,
  closeMs: MINUTE_MS,
  settleMs: 15_000,
})

const failed = (error: unknown): DrillResult => ({
  ...{ count: 0, lost: 0, doubled: 0, notes: [] },
  failures: [error instanceof Error ? error.message : String(error)],
})

/** `stopped` rejects with the reason to stop: a signal, or an error that nothing caught. */
export async function runDrill(
  drill: Drill,
  count: number | undefined,
  stopped: Promise<never>,
  limits: Partial<RunLimits> = {},
): Promise<FinishedDrill> {
  const { drillMs, closeMs, settleMs } = { ...limitsOf(count), ...limits }
  const began = performance.now()
  const secondsSince = () => (performance.now() - began) / 1000
  const resources = new Resources(closeMs)
  const say = (line: string) => console.log(`[${secondsSince().toFixed(0).padStart(4)} s] ${line}`)
  console.log(`\n${drill.name}: ${drill.title}`)
  const running = drill.run({ count, say, resources })
  const limit = `The drill was not done after its limit of ${(drillMs / MINUTE_MS).toFixed(0)} min`
  const result = await within(limit, drillMs, Promise.race([running, stopped])).catch(failed)
  const uncleaned = await resources.close()
  // A stopped drill may have started something at the same moment.
  await within('', settleMs, running).catch(() => undefined)
  uncleaned.push(...(await resources.close()), ...(await findLeftovers(resources.folders)))
  return { ...result, name: drill.name, seconds: secondsSince(), failures: [...result.failures, ...uncleaned] }
}
