import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'
import { idleState, lastActive, saveActivity } from '#web/lib/session/idle.ts'
import { logOut } from '#web/lib/session/log-out.ts'
import { loginPath } from '#web/lib/session/redirect.ts'
import { updateUser } from '#web/lib/session/session.ts'
import { REPORT_INTERVAL_MS, useActivity } from '#web/lib/session/use-activity.ts'

const logOutIdle = () => void logOut(loginPath(location.pathname + location.search, 'idle'))

const loadWarning = () => import('./idle-warning.tsx').then(({ IdleWarning }) => IdleWarning)
/** Without its warning the log-out still comes: a download that failed is no activity of the user. */
const keepWaiting = () => undefined

/** Seconds left during the warning; undefined before. */
function useCountdown(minutes: number): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const opened = Date.now()
    const timer = setInterval(() => {
      // The server's limit may end one report interval earlier, so the warning must end before that.
      const idle = idleState(Date.now(), lastActive(opened), minutes - REPORT_INTERVAL_MS / 60_000)
      setLeft(idle.state === 'warning' ? idle.secondsLeft : undefined)
      if (idle.state === 'over') {
        clearInterval(timer)
        logOutIdle()
      }
    }, 1000)
    return () => clearInterval(timer)
  }, [minutes])
  return left
}

/** Logs out an inactive user after a warning. */
export function IdleLogout() {
  const { data } = useQuery(apiQuery('GET /auth/session/'))
  const left = useCountdown(data?.idle_minutes ?? portal().session.idle_minutes)
  useActivity(left !== undefined)
  useEffect(() => {
    if (data) updateUser(data.user)
  }, [data])
  const stay = () => {
    saveActivity(Date.now())
    void queryClient.invalidateQueries({ queryKey: apiQuery('GET /auth/session/').queryKey })
  }
  const { Dialog, opened } = useLoadedDialog(left !== undefined, loadWarning, keepWaiting)
  return Dialog && <Dialog opened={opened} secondsLeft={left ?? 0} onStay={stay} />
}
