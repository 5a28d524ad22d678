import { Button, Group, Pagination, Text } from '@mantine/core'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import { PageSize } from './page-size.tsx'

interface Props {
  count: number
  page: TablePage
  narrow: boolean
}

/** `Page 2 of 6` between the buttons of the pages before and after. */
export function PageStepper({ count, page: { limit, offset, onPage } }: Omit<Props, 'narrow'>) {
  const pages = Math.max(1, Math.ceil(count / limit))
  const number = Math.floor(offset / limit) + 1
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" mt="sm">
      <Button variant="default" size="sm" disabled={number <= 1} onClick={() => onPage((number - 2) * limit)}>
        Previous
      </Button>
      <Text className="figures" aria-live="polite">
        Page {formatCount(number)} of {formatCount(pages)}
      </Text>
      <Button variant="default" size="sm" disabled={number >= pages} onClick={() => onPage(number * limit)}>
        Next
      </Button>
    </Group>
  )
}

/** `11–20 of 57`, the size of a page, and the links to the other pages. */
export function TablePages({ count, page, narrow }: Props) {
  const { limit, offset, onPage } = page
  const pages = Math.ceil(count / limit)
  const last = Math.min(offset + limit, count)
  return (
    <Group justify="space-between" gap="xs" mt="sm">
      <Group gap="md">
        <Text size="sm" c="dimmed" className="figures" aria-live="polite">
          {formatCount(Math.min(offset + 1, last))}–{formatCount(last)} of {formatCount(count)}
        </Text>
        <PageSize count={count} page={page} />
      </Group>
      {pages > 1 && (
        <Pagination
          aria-label="Pages"
          size="sm"
          total={pages}
          value={Math.floor(offset / limit) + 1}
          onChange={(page) => onPage((page - 1) * limit)}
          siblings={narrow ? 0 : 1}
          boundaries={1}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
    </Group>
  )
}
