import { Button, Group, Modal, Text } from '@mantine/core'
import { portal } from '#web/lib/browser/portal.ts'
import { useIdleCountdown } from '#web/lib/session/use-idle-countdown.ts'

/** Closes a document that nobody looks at, after a warning: health data must not stay on an unattended screen. */
export function IdleGuard({ onIdle }: { onIdle: () => void }) {
  const { left, stay } = useIdleCountdown(portal().session.idle_minutes, onIdle)
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
