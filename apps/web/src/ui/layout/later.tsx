import { type ReactNode, useDeferredValue } from 'react'
import { useActivity } from '#web/lib/browser/activity.ts'

/**
 * Renders right after its surroundings, in small steps: the surroundings are visible sooner, and a slow phone answers to a tap between the
 * steps. Only the first time; later changes render as usual.
 */
export function Later({ children }: { children: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  useActivity(!isTime)
  return isTime && children
}
