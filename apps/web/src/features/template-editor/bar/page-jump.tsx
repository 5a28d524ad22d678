import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Fields } from '../state/history.ts'

interface Props {
  page: number
  pages: number
  fields: Fields
  onJump: (page: number) => void
}

const countText = (count: number) => (count === 0 ? '' : ` · ${count} ${count === 1 ? 'field' : 'fields'}`)

export function PageJump({ page, pages, fields, onJump }: Props) {
  const options = Array.from({ length: pages }, (_, index) => {
    const count = fields.filter((field) => field.page === index + 1).length
    return { value: String(index + 1), label: `Page ${index + 1}${countText(count)}` }
  })
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="default" size="lg" aria-label="Previous page" disabled={page <= 1} onClick={() => onJump(page - 1)}>
        <IconChevronUp size={18} />
      </ActionIcon>
      <NativeSelect
        aria-label="Go to page"
        data={options}
        value={String(page)}
        onChange={({ currentTarget }) => onJump(Number(currentTarget.value))}
        w={176}
      />
      <ActionIcon variant="default" size="lg" aria-label="Next page" disabled={page >= pages} onClick={() => onJump(page + 1)}>
        <IconChevronDown size={18} />
      </ActionIcon>
    </Group>
  )
}
