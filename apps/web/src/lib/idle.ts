/** Automatic log-off: health data must not stay open on a screen that nobody watches. */
import { browserStorage } from './storage.ts'

/** Seconds before the end at which the dialog asks. */
export const WARNING = 60

const NAME = 'last-active'

export type IdleState = { state: 'active' } | { state: 'warning'; secondsLeft: number } | { state: 'over' }

/** Milliseconds since the epoch in, verdict out. A short limit warns for half of it at most. */
export function idleState(now: number, lastActive: number, minutes: number): IdleState {
  const left = Math.ceil((lastActive + minutes * 60_000 - now) / 1000)
  if (left <= 0) return { state: 'over' }
  return left <= Math.min(WARNING, minutes * 30) ? { state: 'warning', secondsLeft: left } : { state: 'active' }
}

/** Every tab counts: who works in one is not away from the others. */
export const lastActive = (otherwise: number) => Number(browserStorage.get(NAME) ?? otherwise)
export const noteActivity = (now: number) => browserStorage.set(NAME, String(now))
