import { Button, Popover, Stack } from '@mantine/core'
import { type Icon, IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  label?: string
  icon?: Icon
  /** The number of active filters. */
  on: number
  children: ReactNode
}

/** Filters in a popover. Chips show the active ones. */
export function FilterPanel({ label = 'Filters', icon: Shown = IconAdjustmentsHorizontal, on, children }: Props) {
  return (
    <Popover position="bottom-start" shadow="md" width={320} trapFocus withRoles={false} closeOnClickOutside>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Shown size={16} stroke={1.6} />}
          aria-haspopup="dialog"
          aria-label={on > 0 ? `${label}, ${on} on` : label}
        >
          {on > 0 ? `${label} · ${on}` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
