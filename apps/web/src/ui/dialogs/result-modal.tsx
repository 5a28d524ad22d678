import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** The server's message. The dialog is open while there is one. */
  message: string | undefined
  onClose: () => void
  /** A next step next to Close. */
  action?: ReactNode
}

/** The result of a request, where the specification asks for a dialog. */
export function ResultModal({ title, message, onClose, action }: Props) {
  return (
    <Modal opened={message !== undefined} onClose={onClose} title={title} centered size="sm">
      <Text role="status">{message}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant={action ? 'default' : 'filled'} {...(action !== undefined && { px: 'sm' })} onClick={onClose}>
          Close
        </Button>
        {action}
      </Group>
    </Modal>
  )
}
