import { Button, Group, Modal, Text } from '@mantine/core'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'

interface Props {
  title: string
  /** The dialog is open while there is a message. */
  message: string | undefined
  onClose: () => void
}

/** A failure that the user must acknowledge, where the specification asks for an alert. */
export function AlertDialog({ title, message, onClose }: Props) {
  const last = useLatestValue(message)
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
