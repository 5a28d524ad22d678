import { Button, Group, Modal, Text } from '@mantine/core'

export interface AlertProps {
  title: string
  message: string | undefined
  opened: boolean
  onClose: () => void
}

export function AlertModal({ title, message, opened, onClose }: AlertProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered size="sm" withCloseButton={false}>
      <Text role="alert">{message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
