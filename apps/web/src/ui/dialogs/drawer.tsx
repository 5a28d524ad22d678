import { Drawer as MantineDrawer } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { focusPageIfLost } from '#web/lib/browser/focus-page.ts'
import { useIsPhone } from '#web/lib/browser/use-is-phone.ts'
import { confirmDiscard } from './confirm-discard.ts'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'md' | 'lg' | 'xl'
  /** Whether closing would lose changes. Closing then asks first. */
  unsaved?: () => boolean
  children: ReactNode
}

/** Whether a dialog opened from this drawer has the focus. Keys that close it must not close the drawer. */
const isBehind = (inside: HTMLElement | null) => {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  return dialog != null && !dialog.contains(inside)
}

/** Opens from the right, or from below on a phone. */
export function Drawer({ opened, onClose, title, size = 'lg', unsaved, children }: Props) {
  const phone = useIsPhone()
  const inside = useRef<HTMLDivElement>(null)
  const close = async () => {
    if (isBehind(inside.current)) return
    if (await confirmDiscard(unsaved?.() ?? false)) onClose()
  }
  return (
    <MantineDrawer
      opened={opened}
      onClose={close}
      title={title}
      size={phone ? '92%' : size}
      position={phone ? 'bottom' : 'right'}
      radius={phone ? 'lg' : 0}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={focusPageIfLost}
    >
      <div ref={inside}>{children}</div>
    </MantineDrawer>
  )
}
