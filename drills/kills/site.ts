/** What kill drills share: an installation under load, and its examination after the last kill. */
import type pg from 'pg'
import type { DrillOptions, DrillResult } from '../drill.ts'
import type { Business } from '../harness/business.ts'
import type { DrillPortal } from '../harness/portal.ts'
import { examine } from './examine.ts'
import { Load } from './load.ts'
import { failuresOf, killRepeatedly, notesOf } from './rounds.ts'

export interface Site {
  portal: DrillPortal
  business: Business
  /** Connections that read past row-level security, to the PostgreSQL that runs now. */
  superuser(): Promise<pg.Pool>
  /** Of the console. */
  settings: Record<string, string>
}

export async function runKills(
  options: DrillOptions,
  defaultCount: number,
  site: Site,
  kill: (round: number) => Promise<void>,
): Promise<DrillResult> {
  const load = await Load.logIn(site.portal.url, site.business)
  load.start()
  const rounds = await killRepeatedly(options, load, options.count ?? defaultCount, kill)
  await load.stop()
  options.say('The last kill is done: waiting for the recovery, then counting')
  const { notes, failures, ...counted } = await examine(options, site, load)
  return {
    ...counted,
    count: rounds.count,
    serveAgainMs: Math.max(...rounds.servedAfter),
    notes: [...notesOf(rounds), ...notes],
    failures: [...failuresOf(rounds), ...failures],
  }
}
