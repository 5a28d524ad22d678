import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { confirmLoss } from './confirm-loss.ts'
import { SavedNotice } from './saved-notice.tsx'
import { SubmitButton } from './submit-button.tsx'

interface Props {
  /** What `useClosingForm` gives. */
  form: { busy: boolean; saved: string | undefined; isDirty: () => boolean }
  /** What the form does, on its button. */
  children: ReactNode
  /** Of the button: red for what is lost for good. */
  color?: string
  onClose: () => void
}

/** The foot of a form that closes by itself: that it was saved, its button, and a way out that asks before anything is lost. */
export function ClosingButtons({ form, children, color, onClose }: Props) {
  return (
    <>
      <SavedNotice message={form.saved} />
      <Group gap="xs">
        <SubmitButton {...(color && { color })} busy={form.busy} disabled={form.saved !== undefined}>
          {children}
        </SubmitButton>
        <Button variant="default" onClick={async () => (await confirmLoss(form.isDirty())) && onClose()}>
          Cancel
        </Button>
      </Group>
    </>
  )
}
