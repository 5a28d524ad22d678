import { Button, Group, Modal, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useLast } from '#web/lib/use-last.ts'

interface Props {
  title: string
  /** What the server says; the dialog shows while there is something. */
  message: string | undefined
  onClose: () => void
}

/** The end of a sign-up: however it is closed, it leads to the guest page. */
export function SignedUpModal({ title, message, onClose }: Props) {
  const navigate = useNavigate()
  const shown = useLast(message)
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
