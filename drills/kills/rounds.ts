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
  /** How many kills hit a call of the kind while it was under way. */
  hits: Record<Kind, number>
}

/** `kill` resolves when the harm is done. What restarts what was killed must not be waited for in it. */
export async function killRepeatedly(
  { say }: Pick<DrillOptions, 'say'>,
  load: Load,
  count: number,
  kill: (round: number) => Promise<void>,
): Promise<Rounds> {
  const rounds: Rounds = { count: 0, servedAfter: [], hits: { payment: 0, 'vial entry': 0 } }
  await load.servesAgain(performance.now())
  for (let round = 0; round < count; round++) {
    await pause(Math.random() * WORK_MS)
    const underWay = load.underWay()
    const killed = performance.now()
    await kill(round)
    rounds.count += 1
    for (const kind of ['payment', 'vial entry'] as const) if (underWay[kind] > 0) rounds.hits[kind] += 1
    rounds.servedAfter.push(await load.servesAgain(killed))
    if (rounds.count % 10 === 0 || rounds.count === count)
      say(`${rounds.count} of ${count} kills, served again within ${(Math.max(...rounds.servedAfter) / 1000).toFixed(1)} s`)
  }
  return rounds
}

const middleOf = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

export const notesOf = ({ servedAfter, hits, count }: Rounds): string[] => [
  `served again after ${(middleOf(servedAfter) / 1000).toFixed(1)} s in the middle of all kills`,
  `${hits.payment} of ${count} kills hit a payment under way, ${hits['vial entry']} a vial entry`,
]

/** A quarter of the kills must hit each kind, or the drill proves little. */
export function failuresOf({ servedAfter, hits, count }: Rounds): string[] {
  const tooLate = servedAfter.filter((ms) => ms > MOST_MS)
  return [
    ...(tooLate.length > 0 ? [`After ${tooLate.length} of ${count} kills it took longer than ${MOST_MS / 1000} s to serve`] : []),
    ...(['payment', 'vial entry'] as const)
      .filter((kind) => hits[kind] < count / 4)
      .map((kind) => `Only ${hits[kind]} of ${count} kills hit a ${kind} under way`),
  ]
}
