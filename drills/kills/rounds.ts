/** Kills again and again while calls are under way, and measures how long it takes until all calls succeed again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillOptions } from '../drill.ts'
import type { Kind, Load } from '../load/load.ts'

/** Milliseconds. Within this limit every call succeeds again after a kill. */
const MOST_MS = 5000
/** Milliseconds of undisturbed work before a kill: a random part of this. */
const WORK_MS = 600

export interface Rounds {
  count: number
  /** Milliseconds. */
  servedAfter: number[]
  /** The calls that were under way at each kill. */
  underWay: Record<Kind, string[]>[]
}

/** How many kills hit a call of the kind. */
type Hits = Record<Kind, number>

/**
 * `kill` resolves when the harm is done: only calls that begin afterwards show that all serves again. `repair` makes the installation whole
 * after that.
 */
export async function killRepeatedly(
  { say }: Pick<DrillOptions, 'say'>,
  load: Load,
  count: number,
  kill: (round: number) => Promise<void>,
  repair: () => Promise<void> = async () => {},
): Promise<Rounds> {
  const rounds: Rounds = { count: 0, servedAfter: [], underWay: [] }
  await load.servesAgain(performance.now())
  for (let round = 0; round < count; round++) {
    await pause(Math.random() * WORK_MS)
    rounds.underWay.push(load.underWay())
    const killed = performance.now()
    await kill(round)
    rounds.count += 1
    rounds.servedAfter.push(await load.servesAgain(killed, performance.now()))
    await repair()
    if (rounds.count % 10 === 0 || rounds.count === count)
      say(`${rounds.count} of ${count} kills, served again within ${(Math.max(...rounds.servedAfter) / 1000).toFixed(1)} s`)
  }
  return rounds
}

/** A kill has hit a call if the call was under way and did not succeed. Count when all calls are answered. */
export function countHits({ underWay }: Rounds, { payments, entries }: Pick<Load, 'payments' | 'entries'>): Hits {
  const count = (kind: Kind, calls: Load['payments']) =>
    underWay.filter((names) => names[kind].some((name) => calls.get(name) === 'unknown')).length
  return { payment: count('payment', payments), 'vial entry': count('vial entry', entries) }
}

const middleOf = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

export const notesOf = ({ servedAfter, count }: Rounds, hits: Hits): string[] => [
  `served again after ${(middleOf(servedAfter) / 1000).toFixed(1)} s in the middle of all kills`,
  `${hits.payment} of ${count} kills interrupted a payment, ${hits['vial entry']} a vial entry`,
]

/** A quarter of the kills must interrupt each kind, or the drill proves little. */
export function failuresOf({ servedAfter, count }: Rounds, hits: Hits, mostMs = MOST_MS): string[] {
  const tooLate = servedAfter.filter((ms) => ms > mostMs)
  return [
    ...(tooLate.length > 0 ? [`After ${tooLate.length} of ${count} kills it took longer than ${mostMs / 1000} s to serve`] : []),
    ...(['payment', 'vial entry'] as const)
      .filter((kind) => hits[kind] < count / 4)
      .map((kind) => `Only ${hits[kind]} of ${count} kills interrupted a ${kind}`),
  ]
}
