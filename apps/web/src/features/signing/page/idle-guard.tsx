import { Button, Group, Modal, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { idleState, lastActive, saveActivity } from '#web/lib/session/idle.ts'
import { useActivity } from '#web/lib/session/use-activity.ts'

/** Closes a document that nobody looks at, after a warning: health data must not stay on an unattended screen. */
export function IdleGuard({ onIdle }: { onIdle: () => void }) {
  const minutes = portal().session.idle_minutes
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    const opened = Date.now()
    const timer = setInterval(() => {
      const idle = idleState(Date.now(), lastActive(opened), minutes)
      setLeft(idle.state === 'warning' ? idle.secondsLeft : undefined)
      if (idle.state === 'over') onIdle()
    }, 1000)
    return () => clearInterval(timer)
  }, [minutes, onIdle])
  useActivity(left !== undefined)
  const stay = () => {
    saveActivity(Date.now())
    setLeft(undefined)
  }
  return (
    <Modal opened={left !== undefined} onClose={stay} title="Are you still there?" centered size="sm" withCloseButton={false}>
      <Text c="dimmed">
        To protect health information, this document closes in <strong className="figures">{left ?? 0}</strong>{' '}
        {left === 1 ? 'second' : 'seconds'}. What you entered will be lost.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={stay} data-autofocus>
          Continue
        </Button>
      </Group>
    </Modal>
  )
}
