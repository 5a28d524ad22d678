/** Harms an installation again and again under load, and measures how long it takes until all calls succeed again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillOptions, DrillResult } from '../drill.ts'
import { examine } from './examine.ts'
import { type Kind, Load } from './load.ts'
import type { Site } from './site.ts'

/** Milliseconds. Within this limit every call succeeds again. */
const MOST_MS = 5000
/** Milliseconds of undisturbed work before a kill: a random part of this. */
const WORK_MS = 600

export interface Harm {
  /** How often, unless --count says it. The first round is 1. */
  count: number
  /** Resolves when the harm is done: only calls that begin afterwards show that all serves again. */
  harm(round: number, load: Load): Promise<void>
  /** Makes the installation whole after that. */
  repair?(): Promise<void>
  /**
   * A kill, which comes at a random moment, and from whose beginning the time counts. A quarter of them must interrupt each kind of call, or
   * the drill proves little. Another harm lasts, and the time counts from its end.
   */
  isKill?: boolean
  /** Milliseconds within which every call succeeds again. */
  mostMs?: number
  /** More notes and failures, after the last round. */
  judge?(load: Load, count: number): Pick<DrillResult, 'notes' | 'failures'>
}

/** The calls that were under way at each kill. */
type UnderWay = Record<Kind, string[]>[]
/** How many kills hit a call of the kind. */
type Hits = Record<Kind, number>

/** A kill has hit a call if the call was under way and did not succeed. Count when all calls are answered. */
export function countHits(underWay: UnderWay, { payments, entries }: Pick<Load, 'payments' | 'entries'>): Hits {
  const count = (kind: Kind, calls: Load['payments']) =>
    underWay.filter((names) => names[kind].some((name) => calls.get(name) === 'unknown')).length
  return { payment: count('payment', payments), 'vial entry': count('vial entry', entries) }
}

export const missedHits = (hits: Hits, count: number): string[] =>
  (['payment', 'vial entry'] as const)
    .filter((kind) => hits[kind] < count / 4)
    .map((kind) => `Only ${hits[kind]} of ${count} kills interrupted a ${kind}`)

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const middleOf = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

export async function runHarm(options: DrillOptions, site: Site, plan: Harm): Promise<DrillResult> {
  const { harm, repair, isKill = false, mostMs = MOST_MS, judge } = plan
  const count = options.count ?? plan.count
  const load = await Load.logIn(site.portal.url, site.business)
  const [servedAfter, underWay]: [number[], UnderWay] = [[], []]
  load.start(options.resources)
  await load.servesAgain(performance.now())
  for (let round = 1; round <= count; round++) {
    if (isKill) await pause(Math.random() * WORK_MS)
    underWay.push(load.underWay())
    const began = performance.now()
    await harm(round, load)
    const done = performance.now()
    servedAfter.push(await load.servesAgain(isKill ? began : done, done))
    await repair?.()
    if (count < 10 || round % 10 === 0)
      options.say(`${round} of ${count}: served again within ${seconds(Math.max(...servedAfter))}`)
  }
  await load.stop()
  const hasEnded = site.portal.hasEnded()
  const hits = countHits(underWay, load)
  const judged = judge?.(load, count) ?? { notes: [], failures: [] }
  options.say('The last round is done: waiting for the recovery, then counting')
  const examined = await examine(options, site, load)
  const late = servedAfter.filter((ms) => ms > mostMs).length
  return {
    ...{ count, lost: examined.lost, doubled: examined.doubled, serveAgainMs: Math.max(...servedAfter) },
    notes: [
      `served again after ${seconds(middleOf(servedAfter))} in the middle of all rounds`,
      ...(isKill ? [`${hits.payment} of ${count} kills interrupted a payment, ${hits['vial entry']} a vial entry`] : []),
      ...[...judged.notes, ...examined.notes],
    ],
    failures: [
      ...(late > 0 ? [`In ${late} of ${count} rounds it took longer than ${mostMs / 1000} s to serve again`] : []),
      ...(isKill ? missedHits(hits, count) : []),
      ...(hasEnded ? ['The portal has ended'] : []),
      ...[...judged.failures, ...examined.failures],
    ],
  }
}
