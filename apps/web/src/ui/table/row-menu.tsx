import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useRef } from 'react'
import type { RowAction } from './table-types.ts'

/** Beside the table in the page's main part, where readers of the screen look for it, and where nothing cuts it off. */
const floating = { target: '#content' }

interface Props {
  name: string
  actions: RowAction[]
  /** Within a drawer, which keeps what belongs to it inside. */
  inside?: boolean
}

/** What can be done with one row. Without an action there is no button. */
export function RowMenu({ name, actions, inside }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  if (actions.length === 0) return null
  /** The menu's entry is gone when the dialog that it opens gives the focus back: the button takes it before. */
  const choose = (action: RowAction) => {
    button.current?.focus()
    action.onClick()
  }
  return (
    <Menu position="bottom-end" withinPortal={!inside} portalProps={floating} shadow="md">
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${name}`}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown fw="normal" onClick={(event) => event.stopPropagation()}>
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
