import { Button } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import type { Notice } from '@vialdesk/contract/people/notices'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { NoticeLine } from './notice-line.tsx'
import { useMarkAsRead } from './use-mark-as-read.ts'

const columns: Column<Notice>[] = [
  { key: 'title', header: 'Message', main: true, cell: (notice) => <NoticeLine notice={notice} /> },
  { key: 'created_at', header: 'When', width: 190, cell: ({ created_at }) => <DateText value={created_at} withTime /> },
]

const messages = defineList('GET /api/v1/notices/', {
  name: 'messages',
  label: 'Messages',
  pageSize: 20,
  columns,
  rowName: ({ title }) => title,
  empty: { icon: IconBell, hint: 'The portal writes to you here when something needs you or has changed.' },
})

export function MessagesScreen() {
  const opened = useList(messages)
  const { open, readAll, isPending } = useMarkAsRead()
  const unread = opened.data?.unread ?? 0
  return (
    <Screen
      title="Messages"
      lead="Your notifications. Read messages are deleted after 180 days."
      actions={
        unread > 0 && (
          <Button variant="default" leftSection={<IconChecks size={16} />} loading={isPending} onClick={readAll}>
            Mark all as read
          </Button>
        )
      }
    >
      <ListTable of={opened} onRow={open} />
    </Screen>
  )
}
