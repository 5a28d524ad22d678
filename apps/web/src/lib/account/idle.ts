/** Automatic logout: health data must not stay on an unattended screen. */
import { browserStorage } from '#web/lib/browser/storage.ts'

/** Seconds before the logout at which the warning appears. */
export const WARNING_SECONDS = 60

const NAME = 'last-active'

export type IdleState = { state: 'active' } | { state: 'warning'; secondsLeft: number } | { state: 'over' }

/** `now` and `lastActive` are milliseconds since the epoch. The warning takes at most half of the limit. */
export function idleState(now: number, lastActive: number, minutes: number): IdleState {
  const left = Math.ceil((lastActive + minutes * 60_000 - now) / 1000)
  if (left <= 0) return { state: 'over' }
  return left <= Math.min(WARNING_SECONDS, minutes * 30) ? { state: 'warning', secondsLeft: left } : { state: 'active' }
}

/** Shared by all tabs: activity in one tab keeps the others open. */
export const lastActive = (otherwise: number) => Number(browserStorage.get(NAME) ?? otherwise)
export const saveActivity = (now: number) => browserStorage.set(NAME, String(now))
