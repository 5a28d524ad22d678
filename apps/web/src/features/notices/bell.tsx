import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useSession } from '#web/lib/session/session.ts'
import { LatestNotices } from './latest-notices.tsx'
import classes from './notices.module.css'
import { useLatestNotices } from './use-latest-notices.ts'

/** Three digits do not fit the badge. */
const badgeText = (unread: number) => (unread > 99 ? '99+' : String(unread))

function LiveBell() {
  const query = useLatestNotices()
  const [opened, { toggle, close }] = useDisclosure(false)
  const unread = query.data?.unread ?? 0
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-end"
      width={380}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.bell}
          onClick={toggle}
          aria-expanded={opened}
          aria-label={unread === 0 ? 'Messages' : `Messages, ${unread} unread`}
        >
          <Indicator label={badgeText(unread)} disabled={unread === 0} size={18} offset={2} color="red.8" component="span">
            <IconBell size={20} />
          </Indicator>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)">
        {opened && <LatestNotices query={query} onClose={close} />}
      </Popover.Dropdown>
      <span className="visually-hidden" role="status">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'message' : 'messages'}`}
      </span>
    </Popover>
  )
}

/** The bell in the top bar, reset for another session. Observers get no notices. */
export function Bell() {
  const session = useSession()
  if (!session?.role || session.role === 'observer') return null
  return <LiveBell key={session.token} />
}
