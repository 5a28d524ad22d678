import { Modal, type ModalProps } from '@mantine/core'
import { confirmDiscard } from './confirm-discard.ts'
import { Unsaved, useUnsaved } from './unsaved.ts'

/** A dialog with a form, which is new at each opening. Closing asks before entered values are lost. */
export function FormDialog({ onClose, size = 'lg', children, ...rest }: ModalProps) {
  const { forms, hasChanges } = useUnsaved()
  const close = async () => {
    if (await confirmDiscard(hasChanges())) onClose()
  }
  return (
    <Modal {...rest} onClose={() => void close()} size={size} closeOnClickOutside={false}>
      <Unsaved value={forms}>{children}</Unsaved>
    </Modal>
  )
}
