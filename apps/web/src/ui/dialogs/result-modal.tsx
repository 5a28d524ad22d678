import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'

interface Props {
  title: string
  /** The server's message. The dialog is open while there is one. */
  message: string | undefined
  onClose: () => void
  /** The label of the button that closes the dialog, which then has the focus. */
  close?: string
  /** A next step next to Close. */
  action?: ReactNode
}

/** The result of a request, where the specification asks for a dialog. */
export function ResultModal({ title, message, onClose, close, action }: Props) {
  const shown = useLatestValue(message)
  return (
    <Modal opened={message !== undefined} onClose={onClose} title={title} centered size="sm">
      <Text role="status">{shown}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button
          variant={action ? 'default' : 'filled'}
          {...(action !== undefined && { px: 'sm' })}
          data-autofocus={close === undefined ? undefined : true}
          onClick={onClose}
        >
          {close ?? 'Close'}
        </Button>
        {action}
      </Group>
    </Modal>
  )
}
