import { Badge, Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUnreadMessages } from './use-unread-messages.ts'

/** The way from a patient's home to the conversation with the center. */
export function WriteToCenter({ filled }: { filled: boolean }) {
  const unread = useUnreadMessages()
  return (
    <Button
      component={Link}
      to="/conversations"
      variant={filled || unread > 0 ? 'filled' : 'default'}
      mt="md"
      leftSection={<IconMessages size={16} />}
      rightSection={
        unread > 0 && (
          <Badge size="sm" variant="white" color="dark">
            {unread} new
          </Badge>
        )
      }
    >
      Write to your center
    </Button>
  )
}
