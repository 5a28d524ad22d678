import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { confirmDiscard } from '#web/ui/dialogs/confirm-discard.ts'
import { SubmitButton } from './submit-button.tsx'

interface Props {
  /** The result of `useClosingForm`. */
  form: { busy: boolean; isDirty: () => boolean; resetDirty: () => void }
  /** The label of the submit button. */
  children: ReactNode
  /** Of the submit button: red if it deletes something. */
  color?: string
  onClose: () => void
}

/** The footer of a closing form: submit and cancel. Cancel asks before changes are lost. */
export function FormFooter({ form, children, color, onClose }: Props) {
  const cancel = async () => {
    if (!(await confirmDiscard(form.isDirty()))) return
    // The form would ask again if closing changes the URL.
    form.resetDirty()
    onClose()
  }
  return (
    <Group gap="xs">
      <SubmitButton {...(color && { color })} busy={form.busy}>
        {children}
      </SubmitButton>
      <Button variant="default" onClick={() => void cancel()}>
        Cancel
      </Button>
    </Group>
  )
}
