import { Button, Group, Modal, Text } from '@mantine/core'
import { useLast } from '#web/lib/use-last.ts'

interface Props {
  title: string
  /** The dialog shows while there is one. */
  message: string | undefined
  onClose: () => void
}

/** Something failed, and must be read before anything else: where the specification wants an alert. */
export function AlertDialog({ title, message, onClose }: Props) {
  const last = useLast(message)
  return (
    <Modal opened={message !== undefined} onClose={onClose} title={title} centered size="sm" withCloseButton={false}>
      <Text role="alert">{last}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
