import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
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
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal={!inside} portalProps={floating} shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`} onClick={(event) => event.stopPropagation()}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown fw="normal" onClick={(event) => event.stopPropagation()}>
        {actions.map(({ label, icon: Shown, danger, disabled, onClick }) => (
          <Menu.Item
            key={label}
            c={danger ? 'var(--mantine-color-error)' : undefined}
            disabled={disabled}
            leftSection={Shown ? <Shown size={16} /> : undefined}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
