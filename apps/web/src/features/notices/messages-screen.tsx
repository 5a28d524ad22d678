import { Button } from '@mantine/core'
import { IconBell, IconChecks } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Notice } from '@vialdesk/contract/notices'
import { apiQuery } from '#web/lib/api/api.ts'
import { useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { NoticeLine } from './notice-line.tsx'
import { useMarkAsRead } from './use-mark-as-read.ts'

const PAGE_SIZE = 20

const columns: Column<Notice>[] = [
  { key: 'title', header: 'Message', main: true, cell: (notice) => <NoticeLine notice={notice} /> },
  { key: 'created_at', header: 'When', width: 190, cell: ({ created_at }) => <DateText value={created_at} withTime /> },
]

export function MessagesScreen() {
  const page = useListPage(PAGE_SIZE)
  const list = useQuery({
    ...apiQuery('GET /api/v1/notices/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  const { open, readAll, isPending } = useMarkAsRead()
  const unread = list.data?.unread ?? 0
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
      <DataTable
        name="messages"
        label="Messages"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        onRow={open}
        empty={<EmptyState icon={IconBell} title="Empty table. There's nothing to show" hint="The portal writes to you here when something needs you or has changed." />}
      />
    </Screen>
  )
}
