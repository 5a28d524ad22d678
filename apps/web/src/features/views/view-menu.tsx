import { ActionIcon, Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { useDropdown } from '#web/ui/dialogs/use-dropdown.ts'
import type { ViewsProps } from '#web/ui/table/toolbar/views-slot.ts'

const loadDropdown = () => import('./view-menu-dropdown.tsx').then(({ ViewMenuDropdown }) => ViewMenuDropdown)

/** The saved views of a list: filters, order and page size under a name. Opening one replaces all of them. */
export function ViewMenu(props: ViewsProps) {
  const mayUse = useMayCall('GET /api/v1/saved-views/')
  return mayUse && props.page.onSettings ? <OpenableMenu {...props} /> : null
}

function OpenableMenu({ list, page, narrow }: ViewsProps) {
  const { button, Dropdown, dropdown } = useDropdown('dialog', loadDropdown)
  return (
    <>
      {narrow ? (
        <ActionIcon variant="default" size="input-sm" aria-label="Views" {...button}>
          <IconBookmark size={18} stroke={1.6} />
        </ActionIcon>
      ) : (
        <Button variant="default" leftSection={<IconBookmark size={16} stroke={1.6} />} {...button}>
          Views
        </Button>
      )}
      {Dropdown && <Dropdown {...dropdown} list={list} page={page} />}
    </>
  )
}
