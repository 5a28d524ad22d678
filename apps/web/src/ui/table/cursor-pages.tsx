import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react'
import type { Cursor } from '#web/lib/url/use-cursor-page.ts'

interface Props {
  /** Where the neighbouring pages begin; null without such a page. */
  newer: number | null
  older: number | null
  isFirst: boolean
  onGo: (cursor: Cursor) => void
}

/** The links to the other pages of a list without a count. */
export function CursorPages({ newer, older, isFirst, onGo }: Props) {
  return (
    <Group component="nav" aria-label="Pages" justify="flex-end" gap="xs" mt="sm">
      <Button variant="default" leftSection={<IconChevronsLeft size={16} />} disabled={isFirst} onClick={() => onGo({})}>
        Newest
      </Button>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={16} />}
        disabled={newer === null}
        onClick={() => newer !== null && onGo({ after: newer })}
      >
        Newer
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={16} />}
        disabled={older === null}
        onClick={() => older !== null && onGo({ before: older })}
      >
        Older
      </Button>
    </Group>
  )
}
