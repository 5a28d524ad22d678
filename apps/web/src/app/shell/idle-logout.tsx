import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { logOut } from '#web/lib/session/log-out.ts'
import { updateUser } from '#web/lib/session/session.ts'
import { idleState, lastActive, saveActivity } from './idle.ts'

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Milliseconds between two updates of the last activity. */
const SAVE_INTERVAL_MS = 5000

const logOutIdle = () => void logOut({ target: location.pathname + location.search, reason: 'idle' })

/** Milliseconds. The server counts requests only, so activity on a page without requests is reported at this interval. */
const REPORT_INTERVAL_MS = 30_000

function reportActivity(now: number): void {
  const { queryKey } = apiQuery('GET /auth/session/')
  const fetchedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? now
  if (now - fetchedAt >= REPORT_INTERVAL_MS) void queryClient.refetchQueries({ queryKey })
}

/** Tracks activity until the warning opens. */
function useActivity(isPaused: boolean): void {
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
  return (
    <Modal opened={left !== undefined} onClose={stay} title="Are you still there?" centered size="sm" withCloseButton={false}>
      <Text c="dimmed">
        To protect health information, you will be logged out in <strong className="figures">{left ?? 0}</strong>{' '}
        {left === 1 ? 'second' : 'seconds'}. Unsaved changes will be lost.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => void logOut()}>
          Log Out
        </Button>
        <Button onClick={stay} data-autofocus>
          Stay logged in
        </Button>
      </Group>
    </Modal>
  )
}
