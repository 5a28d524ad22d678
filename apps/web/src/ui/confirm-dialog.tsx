import { Button, Group, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface Question {
  title: string
  /** What happens then, in a sentence. */
  consequence: ReactNode
  /** The verb on the button. */
  verb: string
  cancel?: string
  danger?: boolean
}

interface Props extends Question {
  opened: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({ opened, title, consequence, verb, cancel = 'Cancel', danger, onConfirm, onCancel }: Props) {
  return (
    <Modal opened={opened} onClose={onCancel} title={title} centered size="sm" withCloseButton={false}>
      <Text component="div" c="dimmed">
        {consequence}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel} data-autofocus={danger || undefined}>
          {cancel}
        </Button>
        <Button color={danger ? 'red' : undefined} onClick={onConfirm} data-autofocus={danger ? undefined : true}>
          {verb}
        </Button>
      </Group>
    </Modal>
  )
}
