import { ActionIcon, Checkbox, Popover, Stack, Text, Tooltip } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { browserStorage } from '#web/lib/browser/storage.ts'
import type { Column } from './table-types.ts'

/** The visible columns: those stored in this browser, or all that are not optional. */
export function useColumns<Row>(table: string, columns: Column<Row>[]) {
  const name = `columns-${table}`
  const [hidden, setHidden] = useState(() => {
    const stored = browserStorage.get(name)
    return new Set(
      stored === undefined ? columns.filter((column) => column.optional).map((column) => column.key) : stored.split(','),
    )
  })
  const toggle = (key: string) => {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    browserStorage.set(name, [...next].join(','))
    setHidden(next)
  }
  return { shown: columns.filter((column) => column.main || !hidden.has(column.key)), toggle }
}

interface Props<Row> {
  columns: Column<Row>[]
  shown: Column<Row>[]
  onToggle: (key: string) => void
}

export function ColumnChooser<Row>({ columns, shown, onToggle }: Props<Row>) {
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Tooltip label="Columns">
        <Popover.Target>
          <ActionIcon variant="default" size="input-sm" aria-label="Choose columns">
            <IconColumns3 size={18} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown>
        <Text size="sm" fw={600} mb="xs">
          Columns
        </Text>
        <Stack gap={8}>
          {columns.map(({ key, header, main }) => (
            <Checkbox
              key={key}
              label={header}
              checked={shown.some((column) => column.key === key)}
              disabled={main}
              onChange={() => onToggle(key)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
