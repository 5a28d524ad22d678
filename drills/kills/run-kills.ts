/** Runs a kill drill: the load, the kills, and the count after the last one. */
import type { DrillOptions, DrillResult } from '../drill.ts'
import { examine } from '../load/examine.ts'
import { Load } from '../load/load.ts'
import type { Site } from '../load/site.ts'
import { countHits, failuresOf, killRepeatedly, notesOf } from './rounds.ts'

interface KillOptions {
  repair?: () => Promise<void>
  /** Milliseconds within which every call succeeds again. */
  mostMs?: number
}

export async function runKills(
  options: DrillOptions,
  defaultCount: number,
  site: Site,
  kill: (round: number) => Promise<void>,
  { repair, mostMs }: KillOptions = {},
): Promise<DrillResult> {
  const load = await Load.logIn(site.portal.url, site.business)
  load.start(options.resources)
  const rounds = await killRepeatedly(options, load, options.count ?? defaultCount, kill, repair)
  await load.stop()
  const hits = countHits(rounds, load)
  options.say('The last kill is done: waiting for the recovery, then counting')
  const { notes, failures, ...counted } = await examine(options, site, load)
  return {
    ...counted,
    count: rounds.count,
    serveAgainMs: Math.max(...rounds.servedAfter),
    notes: [...notesOf(rounds, hits), ...notes],
    failures: [...failuresOf(rounds, hits, mostMs), ...failures],
  }
}
