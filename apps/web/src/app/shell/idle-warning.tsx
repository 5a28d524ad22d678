import { Button, Group, Modal, Text } from '@mantine/core'
import { logOut } from '#web/lib/account/log-out.ts'

interface Props {
  opened: boolean
  secondsLeft: number
  onStay: () => void
}

export function IdleWarning({ opened, secondsLeft, onStay }: Props) {
  return (
    <Modal opened={opened} onClose={onStay} title="Are you still there?" centered size="sm" withCloseButton={false}>
      <Text c="dimmed">
        To protect health information, you will be logged out in <strong className="figures">{secondsLeft}</strong>{' '}
        {secondsLeft === 1 ? 'second' : 'seconds'}. Unsaved changes will be lost.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => void logOut()}>
          Log Out
        </Button>
        <Button onClick={onStay} data-autofocus>
          Stay logged in
        </Button>
      </Group>
    </Modal>
  )
}
