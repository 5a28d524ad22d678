import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useSession } from '#web/lib/session/session.ts'
import { useDropdown } from '#web/ui/dialogs/use-dropdown.ts'
import classes from './notices.module.css'
import { useLatestNotices } from './use-latest-notices.ts'

/** Three digits do not fit the badge. */
const badgeText = (unread: number) => (unread > 99 ? '99+' : String(unread))

const loadDropdown = () => import('./notices-dropdown.tsx').then(({ NoticesDropdown }) => NoticesDropdown)

function LiveBell() {
  const query = useLatestNotices()
  const { button, Dropdown, dropdown } = useDropdown('dialog', loadDropdown)
  const unread = query.data?.unread ?? 0
  return (
    <>
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.bell}
        aria-label={unread === 0 ? 'Messages' : `Messages, ${unread} unread`}
      >
        <Indicator label={badgeText(unread)} disabled={unread === 0} size={18} offset={2} color="red.8" component="span">
          <IconBell size={20} />
        </Indicator>
      </ActionIcon>
      {Dropdown && <Dropdown {...dropdown} query={query} />}
      <span className="visually-hidden" role="status">
        {unread > 0 && `${unread} unread ${unread === 1 ? 'message' : 'messages'}`}
      </span>
    </>
  )
}

/** The bell in the top bar, reset for another session. Observers get no notices. */
export function Bell() {
  const session = useSession()
  if (!session?.role || session.role === 'observer') return null
  return <LiveBell key={session.token} />
}
