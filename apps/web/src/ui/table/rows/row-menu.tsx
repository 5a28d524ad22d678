import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useDropdown } from '#web/ui/dialogs/use-dropdown.ts'
import type { RowAction } from '../table-types.ts'

const loadDropdown = () => import('./row-menu-dropdown.tsx').then(({ RowMenuDropdown }) => RowMenuDropdown)

interface Props {
  name: string
  actions: RowAction[]
  /** For use in a drawer, which traps the focus. */
  inDrawer?: boolean
}

/** The actions of one row. Without actions there is no button. */
export function RowMenu({ name, actions, inDrawer }: Props) {
  const { button, Dropdown, dropdown } = useDropdown('menu', loadDropdown)
  if (actions.length === 0) return null
  return (
    <>
      <ActionIcon {...button} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
        <IconDots size={18} />
      </ActionIcon>
      {Dropdown && <Dropdown {...dropdown} actions={actions} inDrawer={inDrawer} />}
    </>
  )
}
