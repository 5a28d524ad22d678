import { Button, Group, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '#web/lib/api.ts'
import { idleState, lastActive, noteActivity } from '#web/lib/idle.ts'
import { logOut } from '#web/lib/log-out.ts'
import { portal } from '#web/lib/portal.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { renewUser } from '#web/lib/session.ts'

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Milliseconds between two notes of activity: enough to be exact, rare enough to cost nothing. */
const NOTE_EVERY = 5000

const leaveIdle = () => void logOut({ target: location.pathname + location.search, reason: 'idle' })

/** Milliseconds: the server counts requests only, so who works on a page that asks for nothing is reported this often. */
const REPORT_EVERY = 30_000

function report(now: number): void {
  const { queryKey } = ask('GET /auth/session/')
  const asked = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? now
  if (now - asked >= REPORT_EVERY) void queryClient.refetchQueries({ queryKey })
}

/** Notes every sign of life until someone must say that they are still there. */
function useActivity(quiet: boolean): void {
  useEffect(() => {
    if (quiet) return
    let noted = 0
    const note = () => {
      const now = Date.now()
      if (now - noted < NOTE_EVERY) return
      noted = now
      noteActivity(now)
      report(now)
    }
    note()
    for (const sign of signs) window.addEventListener(sign, note, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, note)
    }
  }, [quiet])
}

/** Seconds left once the warning is on, undefined before. */
function useCountdown(minutes: number): number | undefined {
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const opened = Date.now()
    const timer = setInterval(() => {
      // The server's own clock may have begun one report earlier: the warning must end before it does.
      const idle = idleState(Date.now(), lastActive(opened), minutes - REPORT_EVERY / 60_000)
      setLeft(idle.state === 'warning' ? idle.secondsLeft : undefined)
      if (idle.state === 'over') {
        clearInterval(timer)
        leaveIdle()
      }
    }, 1000)
    return () => clearInterval(timer)
  }, [minutes])
  return left
}

/** Logs off who is away, after a warning. */
export function IdleWatch() {
  const { data } = useQuery(ask('GET /auth/session/'))
  const left = useCountdown(data?.idle_minutes ?? portal().session.idle_minutes)
  useActivity(left !== undefined)
  useEffect(() => {
    if (data) renewUser(data.user)
  }, [data])
  const stay = () => {
    noteActivity(Date.now())
    void queryClient.invalidateQueries({ queryKey: ask('GET /auth/session/').queryKey })
  }
  return (
    <Modal opened={left !== undefined} onClose={stay} title="Are you still there?" centered size="sm" withCloseButton={false}>
      <Text c="dimmed">
        To keep health information private, you will be logged out in <strong className="figures">{left ?? 0}</strong>{' '}
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
