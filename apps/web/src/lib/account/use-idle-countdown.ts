import { useEffect, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { session } from '#web/lib/session/session.ts'
import { idleState, lastActive, saveActivity } from './idle.ts'

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Milliseconds between two updates of the last activity. */
const SAVE_INTERVAL_MS = 5000

/** Milliseconds. The server counts requests only, so activity on a page without requests is reported at this interval. */
export const REPORT_INTERVAL_MS = 30_000

export function reportActivity(now: number): void {
  if (!session()) return
  const { queryKey } = apiQuery('GET /auth/session/')
  const fetchedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? now
  if (now - fetchedAt >= REPORT_INTERVAL_MS) void queryClient.refetchQueries({ queryKey })
}

/** Notes what the user does, until the warning opens. */
function useSavedActivity(isPaused: boolean): void {
  useEffect(() => {
    if (isPaused) return
    let savedAt = 0
    const save = () => {
      const now = Date.now()
      if (now - savedAt < SAVE_INTERVAL_MS) return
      savedAt = now
      saveActivity(now)
      reportActivity(now)
    }
    save()
    for (const event of activityEvents) window.addEventListener(event, save, { passive: true })
    return () => {
      for (const event of activityEvents) window.removeEventListener(event, save)
    }
  }, [isPaused])
}

interface IdleCountdown {
  /** Seconds left during the warning; undefined before. */
  left: number | undefined
  /** Ends the warning. */
  stay(): void
}

/** Counts the minutes without activity of a user or a guest. Calls `onIdle` at their end. */
export function useIdleCountdown(minutes: number, onIdle: () => void): IdleCountdown {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const opened = Date.now()
    const timer = setInterval(() => {
      const idle = idleState(Date.now(), lastActive(opened), minutes)
      setLeft(idle.state === 'warning' ? idle.secondsLeft : undefined)
      if (idle.state === 'over') {
        clearInterval(timer)
        onIdle()
      }
    }, 1000)
    return () => clearInterval(timer)
  }, [minutes, onIdle])
  useSavedActivity(left !== undefined)
  const stay = () => {
    saveActivity(Date.now())
    setLeft(undefined)
  }
  return { left, stay }
}
