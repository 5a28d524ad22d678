import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logOut } from '#web/lib/account/log-out.ts'
import { REPORT_INTERVAL_MS, useIdleCountdown } from '#web/lib/account/use-idle-countdown.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'
import { loginPath } from '#web/lib/session/redirect.ts'
import { updateUser } from '#web/lib/session/session.ts'

const logOutIdle = () => void logOut(loginPath(location.pathname + location.search, 'idle'))

const loadWarning = () => import('./idle-warning.tsx').then(({ IdleWarning }) => IdleWarning)
/** Without its warning the log-out still comes: a download that failed is no activity of the user. */
const keepWaiting = () => undefined

/** Logs out an inactive user after a warning. */
export function IdleLogout() {
  const { data } = useQuery(apiQuery('GET /auth/session/'))
  const minutes = data?.idle_minutes ?? portal().session.idle_minutes
  // The server's limit may end one report interval earlier, so the warning must end before that.
  const { left, stay } = useIdleCountdown(minutes - REPORT_INTERVAL_MS / 60_000, logOutIdle)
  useEffect(() => {
    if (data) updateUser(data.user)
  }, [data])
  const stayLoggedIn = () => {
    stay()
    void queryClient.invalidateQueries({ queryKey: apiQuery('GET /auth/session/').queryKey })
  }
  const { Dialog, opened } = useLoadedDialog(left !== undefined, loadWarning, keepWaiting)
  return Dialog && <Dialog opened={opened} secondsLeft={left ?? 0} onStay={stayLoggedIn} />
}
