import { Menu } from '@mantine/core'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { TargetElsewhere } from '#web/ui/dialogs/target-elsewhere.tsx'
import type { DropdownProps } from '#web/ui/dialogs/use-dropdown.ts'
import type { RowAction } from '../table-types.ts'

/** In the main part of the page, where screen readers find the menu and nothing clips it. */
const floating = { target: '#content' }

interface Props extends DropdownProps {
  actions: RowAction[]
  inDrawer: boolean | undefined
}

export function RowMenuDropdown({ id, opened, onClose, target, actions, inDrawer }: Props) {
  /** Focuses the button first: a dialog returns the focus to it when the menu entry is gone. */
  const choose = async ({ label, danger = false, asks, onClick }: RowAction) => {
    target.current?.focus()
    if (!asks || (await confirm({ verb: label, danger, ...asks }))) onClick()
  }
  return (
    <Menu
      id={id}
      opened={opened}
      onClose={onClose}
      position="bottom-end"
      withinPortal={!inDrawer}
      portalProps={floating}
      shadow="md"
    >
      <Menu.Target>
        <TargetElsewhere of={target} />
      </Menu.Target>
      <Menu.Dropdown fw="normal">
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            c={action.danger ? 'var(--mantine-color-error)' : undefined}
            disabled={action.disabled}
            leftSection={action.icon ? <action.icon size={16} /> : undefined}
            onClick={() => void choose(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
