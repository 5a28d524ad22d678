import { ActionIcon, Indicator } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { useUnreadMessages } from './use-unread-messages.ts'

/** Three digits do not fit the badge. */
const badgeText = (unread: number) => (unread > 99 ? '99+' : String(unread))

function UnreadLink() {
  const unread = useUnreadMessages()
  return (
    <ActionIcon
      component={Link}
      to="/conversations"
      variant="subtle"
      color="gray"
      size="lg"
      style={{ overflow: 'visible' }}
      aria-label={unread === 0 ? 'Conversations' : `Conversations, ${unread} unread`}
    >
      <Indicator label={badgeText(unread)} disabled={unread === 0} size={18} offset={2} color="red.8" component="span">
        <IconMessages size={20} style={{ display: 'block' }} />
      </Indicator>
    </ActionIcon>
  )
}

/** In the top bar, for those who have conversations. */
export const ConversationsLink = () => (useMayCall('GET /api/v1/conversations/unread/') ? <UnreadLink /> : null)
