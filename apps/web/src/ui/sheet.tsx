import { Drawer as MantineDrawer } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { keepPlace } from '#web/lib/keep-place.ts'
import { usePhone } from '#web/lib/use-phone.ts'
import { confirmLoss } from './confirm-loss.ts'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  size?: 'md' | 'lg' | 'xl'
  /** True while something inside would be lost by closing; then closing asks first. */
  unsaved?: () => boolean
  children: ReactNode
}

/** A dialog that was opened from here has the keys: what closes it leaves the drawer open. */
const isBehind = (inside: HTMLElement | null) => {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]')
  return dialog != null && !dialog.contains(inside)
}

/** One thing about one row: a drawer from the right, from below on a phone. */
export function Sheet({ opened, onClose, title, size = 'lg', unsaved, children }: Props) {
  const phone = usePhone()
  const inside = useRef<HTMLDivElement>(null)
  const close = async () => {
    if (isBehind(inside.current)) return
    if (await confirmLoss(unsaved?.() ?? false)) onClose()
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
      onExitTransitionEnd={keepPlace}
    >
      <div ref={inside}>{children}</div>
    </MantineDrawer>
  )
}
