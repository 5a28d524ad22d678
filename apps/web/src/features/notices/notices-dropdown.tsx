import { Button, Popover, Title, UnstyledButton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Notice } from '@vialdesk/contract/people/notices'
import type { MouseEvent } from 'react'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { TargetElsewhere } from '#web/ui/dialogs/target-elsewhere.tsx'
import type { DropdownProps } from '#web/ui/dialogs/use-dropdown.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { NoticeLine } from './notice-line.tsx'
import classes from './notices.module.css'
import type { useLatestNotices } from './use-latest-notices.ts'
import { useMarkAsRead } from './use-mark-as-read.ts'

interface ItemProps {
  notice: Notice
  onOpen: (notice: Notice) => void
}

function Item({ notice, onOpen }: ItemProps) {
  const line = (
    <NoticeLine notice={notice}>
      <time dateTime={notice.created_at} className={`${classes.when} figures`}>
        {formatDateTime(notice.created_at)}
      </time>
    </NoticeLine>
  )
  const open = (event: MouseEvent) => {
    // With a key held the browser opens a new tab, as for any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(notice)
  }
  return notice.path ? (
    <a href={notice.path} className={classes.item} onClick={open}>
      {line}
    </a>
  ) : (
    <UnstyledButton className={classes.item} onClick={open}>
      {line}
    </UnstyledButton>
  )
}

function List({ notices, onOpen }: { notices: Notice[]; onOpen: (notice: Notice) => void }) {
  if (notices.length === 0) {
    return (
      <EmptyState
        icon={IconBell}
        title="No messages yet"
        hint="The portal writes to you here when something needs you or has changed."
      />
    )
  }
  return (
    <ul className={`${classes.list} ruled`}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <Item notice={notice} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

/** The latest notices, with "mark all as read" and a link to all messages. */
function LatestNotices({ query, onClose }: { query: ReturnType<typeof useLatestNotices>; onClose: () => void }) {
  const { open, readAll, isPending } = useMarkAsRead()
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} size="h4">
          Messages
        </Title>
        {(query.data?.unread ?? 0) > 0 && (
          <Button variant="subtle" size="sm" loading={isPending} onClick={readAll}>
            Mark all as read
          </Button>
        )}
      </div>
      <Loaded query={query}>
        {({ results }) => (
          <List
            notices={results}
            onOpen={(notice) => {
              onClose()
              open(notice)
            }}
          />
        )}
      </Loaded>
      <Link to="/messages" className={classes.all} onClick={onClose}>
        See all messages
      </Link>
    </div>
  )
}

interface Props extends DropdownProps {
  query: ReturnType<typeof useLatestNotices>
}

export function NoticesDropdown({ id, opened, onClose, target, query }: Props) {
  return (
    <Popover
      id={id}
      opened={opened}
      onDismiss={onClose}
      position="bottom-end"
      width={380}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <TargetElsewhere of={target} />
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 16px)">
        {opened && <LatestNotices query={query} onClose={onClose} />}
      </Popover.Dropdown>
    </Popover>
  )
}
