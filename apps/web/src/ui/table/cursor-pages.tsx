import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import { PageSize } from './page-size.tsx'

interface Props {
  /** Where the neighbouring pages begin; null without such a page. */
  data: { newer: number | null; older: number | null } | undefined
  page: TablePage
}

/** The links to the other pages of a list without a count. */
export function CursorPages({ data, page }: Props) {
  const { isFirst = true, go = () => undefined } = page
  const { newer, older } = data ?? { newer: null, older: null }
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" mt="sm">
      <PageSize page={page} />
      <Button variant="default" leftSection={<IconChevronsLeft size={16} />} disabled={isFirst} onClick={() => go({})}>
        Newest
      </Button>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} />}
        disabled={newer === null}
        onClick={() => newer !== null && go({ after: newer })}
      >
        Newer
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} />}
        disabled={older === null}
        onClick={() => older !== null && go({ before: older })}
      >
        Older
      </Button>
    </Group>
  )
}
