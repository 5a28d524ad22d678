import { useDisclosure } from '@mantine/hooks'
import { type ComponentType, type KeyboardEvent, type RefObject, useId, useRef } from 'react'
import { onIntent } from '#web/lib/browser/on-intent.ts'
import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'

/** A menu or popover whose button is elsewhere. Spread `id` into it, and put `TargetElsewhere` into its target. */
export interface DropdownProps {
  /** The id of the button. */
  id: string
  opened: boolean
  onClose: () => void
  target: RefObject<HTMLButtonElement | null>
}

/**
 * A button and its menu or popover. The code of the dropdown loads with the first intent, and it is mounted with the first opening: a closed
 * one would measure its place, too, and a list has one in each row.
 */
export function useDropdown<Props extends DropdownProps>(popup: 'menu' | 'dialog', load: () => Promise<ComponentType<Props>>) {
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const [isWanted, { toggle, close }] = useDisclosure(false)
  const { Dialog, opened } = useLoadedDialog(isWanted, load, close)
  return {
    button: {
      ref: target,
      id,
      'aria-haspopup': popup,
      'aria-expanded': isWanted,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onClick: toggle,
      // Only the dropdown itself hears Escape, and the focus is not in it yet. The attribute keeps a dialog around it open.
      'data-mantine-stop-propagation': isWanted || undefined,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') close()
      },
      ...onIntent(load),
    },
    Dropdown: Dialog,
    dropdown: { id, opened, onClose: close, target },
  }
}
