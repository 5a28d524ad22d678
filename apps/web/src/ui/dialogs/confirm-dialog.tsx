import { Button, Group, Modal, Text } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'

export interface Question {
  title: string
  /** One sentence about the effect. */
  consequence: ReactNode
  /** The label of the button. */
  verb: string
  cancel?: string
  danger?: boolean
}

interface Props extends Question {
  opened: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** z-index above drawers and dialogs (200) and their lists (300). */
const ABOVE = 350

/** Dialogs below listen to keys of the window. They must ignore Escape here, because it closes only this question. */
const own = { 'data-mantine-stop-propagation': 'true' }
const attributes = { header: { role: 'presentation' }, content: own }

export function ConfirmDialog({ opened, title, consequence, verb, cancel = 'Cancel', danger, onConfirm, onCancel }: Props) {
  // Escape outside, before the question has taken the focus, is heard by Mantine.
  const answerByKey = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') onCancel()
  }
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      centered
      size="sm"
      withCloseButton={false}
      onKeyDown={answerByKey}
      attributes={attributes}
      zIndex={ABOVE}
    >
      <Text component="div" c="dimmed">
        {consequence}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button {...own} variant="default" onClick={onCancel} data-autofocus={danger || undefined}>
          {cancel}
        </Button>
        <Button {...own} color={danger ? 'red' : undefined} onClick={onConfirm} data-autofocus={danger ? undefined : true}>
          {verb}
        </Button>
      </Group>
    </Modal>
  )
}
