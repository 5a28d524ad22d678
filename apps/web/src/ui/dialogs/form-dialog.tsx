import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, type RefObject, useRef } from 'react'
import { confirmDiscard } from './confirm-discard.ts'

interface Props {
  title: string
  opened: boolean
  onClose: () => void
  size?: ModalProps['size']
  /** The form. It is new at each opening, and sets `unsaved`: true when closing would lose changes. */
  children: (unsaved: RefObject<() => boolean>) => ReactNode
}

/** A dialog with a form. Closing asks before entered values are lost. */
export function FormDialog({ title, opened, onClose, size = 'lg', children }: Props) {
  const unsaved = useRef(() => false)
  const close = async () => {
    if (await confirmDiscard(unsaved.current())) onClose()
  }
  return (
    <Modal opened={opened} onClose={() => void close()} title={title} size={size} closeOnClickOutside={false}>
      {children(unsaved)}
    </Modal>
  )
}
