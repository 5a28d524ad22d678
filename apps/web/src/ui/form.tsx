import { Stack } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ErrorSummary } from './error-summary.tsx'

interface Leaving {
  status: 'blocked' | 'idle'
  proceed?: (() => void) | undefined
  reset?: (() => void) | undefined
}

interface Props {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  failure: string | undefined
  errors: Record<string, ReactNode>
  leaving: Leaving
  children: ReactNode
  /** Names the form to screen readers where no heading does. */
  label?: string
}

/** The form's own sentences that none of its fields shows. */
const unseen = (form: HTMLFormElement | null, errors: Record<string, ReactNode>) =>
  Object.entries(errors)
    .filter(([field]) => !form?.querySelector(`[data-path="${CSS.escape(field)}"]`))
    .map(([, text]) => text)

/** Draws what `useContractForm` knows: the summary of errors, ⌘↵, and the question before changes are lost. */
export function Form({ onSubmit, failure, errors, leaving, children, label }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form ref={form} onSubmit={onSubmit} onKeyDown={submitByKey} noValidate aria-label={label}>
      <Stack gap="md">
        {failure && <ErrorSummary message={failure} details={unseen(form.current, errors)} />}
        {children}
      </Stack>
      <ConfirmDialog
        opened={leaving.status === 'blocked'}
        title="Leave without saving?"
        consequence="What you changed here is lost."
        verb="Leave"
        cancel="Stay"
        danger
        onConfirm={() => leaving.proceed?.()}
        onCancel={() => leaving.reset?.()}
      />
    </form>
  )
}
