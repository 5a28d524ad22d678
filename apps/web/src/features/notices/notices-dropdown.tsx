import { Popover } from '@mantine/core'
import { TargetElsewhere } from '#web/ui/dialogs/target-elsewhere.tsx'
import type { DropdownProps } from '#web/ui/dialogs/use-dropdown.ts'
import { LatestNotices } from './latest-notices.tsx'
import type { useLatestNotices } from './use-latest-notices.ts'

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
