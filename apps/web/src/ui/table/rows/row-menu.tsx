import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import type { RowAction } from '../table-types.ts'

/** In the main part of the page, where screen readers find the menu and nothing clips it. */
const floating = { target: '#content' }

interface Props {
  name: string
  actions: RowAction[]
  /** For use in a drawer, which traps the focus. */
  inDrawer?: boolean
}

/** The actions of one row. Without actions there is no button. */
export function RowMenu({ name, actions, inDrawer }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  /** Focuses the button first: a dialog returns the focus to it when the menu entry is gone. */
  const choose = (action: RowAction) => {
    button.current?.focus()
    action.onClick()
  }
  return (
    <Menu position="bottom-end" withinPortal={!inDrawer} portalProps={floating} shadow="md">
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown fw="normal">
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            c={action.danger ? 'var(--mantine-color-error)' : undefined}
            disabled={action.disabled}
            leftSection={action.icon ? <action.icon size={16} /> : undefined}
            onClick={() => choose(action)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
