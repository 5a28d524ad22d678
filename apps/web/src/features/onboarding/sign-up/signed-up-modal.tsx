import { Button, Group, Modal, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'

interface Props {
  title: string
  /** The server's message; the dialog is open while it is set. */
  message: string | undefined
  onClose: () => void
}

/** Success dialog of a sign-up; closing it opens the login page. */
export function SignedUpModal({ title, message, onClose }: Props) {
  const navigate = useNavigate()
  const shown = useLatestValue(message)
  const leave = () => {
    onClose()
    void navigate({ to: '/' })
  }
  return (
    <Modal opened={message !== undefined} onClose={leave} title={title} centered size="sm">
      <Text role="status">{shown}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={leave} data-autofocus>
          Login Page
        </Button>
      </Group>
    </Modal>
  )
}
