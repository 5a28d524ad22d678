import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'
import type { AlertProps } from './alert-modal.tsx'

type Props = Omit<AlertProps, 'opened'>

const loadModal = () => import('./alert-modal.tsx').then(({ AlertModal }) => AlertModal)

/** A failure that the user must acknowledge, where the specification asks for an alert. It is open while there is a message. */
export function AlertDialog({ title, message, onClose }: Props) {
  const last = useLatestValue(message)
  const { Dialog, opened } = useLoadedDialog(message !== undefined, loadModal, onClose)
  return Dialog && <Dialog title={title} message={last} opened={opened} onClose={onClose} />
}
