import { ActionIcon } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { useDropdown } from '#web/ui/dialogs/use-dropdown.ts'
import { Hint } from '#web/ui/text/hint.tsx'
import type { ViewOptionsProps } from './view-options-dropdown.tsx'

const loadDropdown = () => import('./view-options-dropdown.tsx').then(({ ViewOptionsDropdown }) => ViewOptionsDropdown)

/** How this browser shows a table: the density of all tables, and the columns of this one. */
export function ViewOptions<Row>(props: ViewOptionsProps<Row>) {
  const { button, Dropdown, dropdown } = useDropdown('dialog', loadDropdown)
  return (
    <>
      <Hint label="Display">
        <ActionIcon {...button} variant="default" size="input-sm" aria-label="Display options">
          <IconLayoutColumns size={18} stroke={1.6} />
        </ActionIcon>
      </Hint>
      {Dropdown && <Dropdown {...dropdown} {...(props as ViewOptionsProps<unknown>)} />}
    </>
  )
}
