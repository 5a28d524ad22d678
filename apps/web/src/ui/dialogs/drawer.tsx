import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'
import type { DrawerProps } from './drawer-frame.tsx'

const loadFrame = () => import('./drawer-frame.tsx').then(({ DrawerFrame }) => DrawerFrame)

/** Opens from the right, or from below on a phone. */
export function Drawer(props: DrawerProps) {
  const { Dialog, opened } = useLoadedDialog(props.opened, loadFrame, props.onClose)
  return Dialog && <Dialog {...props} opened={opened} />
}
